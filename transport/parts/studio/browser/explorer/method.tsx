/** The method of a request, in the colour of its effect. */
export function Method({ name }: { readonly name: string }) {
  return <strong class={`method ${name.toLowerCase()}`}>{name}</strong>;
}
