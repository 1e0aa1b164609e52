/**
 * The element of the page with this id.
 *
 * @throws Error if there is none, or one of another kind.
 */
export function findElement<E extends HTMLElement>(id: string, kind: new () => E): E {
  const element = document.getElementById(id);
  if (element instanceof kind) return element;
  throw new Error(`The page has no ${kind.name} "${id}"`);
}
