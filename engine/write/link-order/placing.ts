/** Where one document goes in a list: beside another, or at an end. */
export interface Placing {
  readonly key: string;
  readonly place: { readonly before: string } | { readonly after: string } | { readonly at: "start" | "end" };
}

/** How error texts call references, as the peer does. */
export interface Naming {
  readonly idOf: (key: string) => number;
  /** The locale that a position is told with: `null` where the source has locales, whose links follow its own. */
  readonly locale: string | null;
}

/** The document that another is placed beside. */
export function anchorOf({ place }: Placing): string | null {
  if ("at" in place) return null;
  return "before" in place ? place.before : place.after;
}
