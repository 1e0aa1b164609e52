const WORD = /[A-Z]+(?![a-z])|[A-Z]?[a-z]+|[0-9]+/g;

/** `metaTitle2` as `meta_title_2`: names that are equal in this form would share a column in a database. */
export function snakeCase(name: string): string {
  return (name.match(WORD) ?? []).join("_").toLowerCase();
}
