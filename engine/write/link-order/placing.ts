/** Where one document goes in a list: beside another, or at an end. */
export interface Placing {
  readonly key: string;
  readonly place: { readonly before: string } | { readonly after: string } | { readonly at: "start" | "end" };
}

/** How a reference is called in an error text: by its numeric id, as the peer does. */
export type Naming = (key: string) => number;

/** The document that another is placed beside. */
export function anchorOf({ place }: Placing): string | null {
  if ("at" in place) return null;
  return "before" in place ? place.before : place.after;
}
