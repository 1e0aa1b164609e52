/** Where a document goes in a list: beside another one, or at an end. */
export interface Placing {
  readonly key: string;
  readonly place: { readonly before: string } | { readonly after: string } | { readonly at: "start" | "end" };
}

/** How error texts name references, worded as in Strapi. */
export interface Naming {
  readonly idOf: (key: string) => number;
  /**
   * The locale of the list that an error text names: `null` if the source has locales, since links then follow its own.
   */
  readonly locale: string | null;
}

/** The document that this one is placed beside; null if it goes to an end. */
export function anchorOf({ place }: Placing): string | null {
  if ("at" in place) return null;
  return "before" in place ? place.before : place.after;
}
