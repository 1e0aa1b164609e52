/** A name as Strapi writes those of files, as lodash's `kebabCase` does: `mainMenu2` is `main-menu-2`. */
export function kebabCase(name: string): string {
  const words = name.match(/[A-Z]+(?![a-z])|[A-Z]?[a-z]+|\d+/g) ?? [];
  return words.join("-").toLowerCase();
}
