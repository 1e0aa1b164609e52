/** The method of a request, in the colour of what it does. */
export function Method({ name }: { readonly name: string }) {
  return <strong class={`method ${name.toLowerCase()}`}>{name}</strong>;
}
