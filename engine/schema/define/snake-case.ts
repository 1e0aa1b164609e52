const WORD = /\p{Lu}+(?!\p{Ll})|\p{Lu}?\p{Ll}+|\p{Lo}+|\p{N}+/gu;

/** `metaTitle2` as `meta_title_2`: names that are equal in this form would share a column in a database. */
export function snakeCase(name: string): string {
  return (name.match(WORD) ?? []).join("_").toLowerCase();
}
