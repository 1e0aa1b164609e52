/** A name as Strapi writes file names, like lodash's `kebabCase`: `mainMenu2` is `main-menu-2`. */
export function kebabCase(name: string): string {
  const words = name.match(/[A-Z]+(?![a-z])|[A-Z]?[a-z]+|\d+/g) ?? [];
  return words.join("-").toLowerCase();
}
