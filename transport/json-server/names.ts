/** Irregular plurals. */
const IRREGULAR = new Map([
  ["people", "person"],
  ["children", "child"],
  ["men", "man"],
  ["women", "woman"],
  ["mice", "mouse"],
  ["feet", "foot"],
  ["teeth", "tooth"],
  ["geese", "goose"],
  ["movies", "movie"],
  ["series", "series"],
]);

/** `blog-post` for `blogPosts`, `blog_posts` and `Blog posts` alike, except that the plural remains. */
export function kebabCase(text: string): string {
  const words = text
    .normalize("NFC")
    .replace(/(?<=[\p{Ll}\p{N}])(?=\p{Lu})/gu, " ")
    .toLowerCase()
    .match(/[\p{L}\p{M}\p{N}]+/gu);
  const name = (words ?? []).join("-");
  return /^\p{L}/u.test(name) ? name : `type-${name}`.replace(/-$/, "");
}

/** `blogPost` for `blog-post`. */
export function camelCase(name: string): string {
  return name.replace(/-([\p{L}\p{N}])/gu, (_, letter: string) => letter.toUpperCase());
}

/** The singular of an English plural in kebab case, by its last word; any other word is unchanged. */
export function singularOf(plural: string): string {
  const [, before = "", word = ""] = /^(.*-)?([^-]+)$/.exec(plural) ?? [];
  return before + (IRREGULAR.get(word) ?? withoutPlural(word));
}

function withoutPlural(word: string): string {
  if (/[^aeiou]ies$/.test(word)) return word.replace(/ies$/, "y");
  if (/(?:ss|x|ch|sh|[^ao]us)es$/.test(word)) return word.slice(0, -2);
  return /[^su]s$/.test(word) ? word.slice(0, -1) : word;
}
