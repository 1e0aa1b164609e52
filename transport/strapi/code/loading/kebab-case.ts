/** A name as Strapi writes file names, like lodash's `kebabCase`: `mainMenu2` is `main-menu-2`, but `menu2` stays. */
export function kebabCase(name: string): string {
  if (/^[a-z][a-z\d]*(?:-[a-z\d]+)*$/.test(name)) return name;
  const words = name.match(/[A-Z]+(?![a-z])|[A-Z]?[a-z]+|\d+/g) ?? [];
  return words.join("-").toLowerCase();
}
