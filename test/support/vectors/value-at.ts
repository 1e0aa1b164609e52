/** The value that a path with dots leads to (`data.seo.id`, `0.id`); undefined where there is none. */
export function valueAt(root: unknown, path: string): unknown {
  let value = root;
  for (const key of path.split(".")) {
    if (typeof value !== "object" || value === null || !Object.hasOwn(value, key)) return undefined;
    value = (value as Readonly<Record<string, unknown>>)[key];
  }
  return value;
}
