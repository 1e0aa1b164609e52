/** Parameters as a caller writes them, in brackets; null: a name without `=`. */
export function queryText(params: Readonly<Record<string, unknown>>): string {
  return Object.entries(params)
    .flatMap(([name, value]) => written(encodeURIComponent(name), value))
    .join("&");
}

function written(name: string, value: unknown): readonly string[] {
  if (value === null) return [name];
  if (typeof value !== "object") return [`${name}=${encodeURIComponent(String(value))}`];
  return Object.entries(value as object).flatMap(([key, item]) => written(`${name}[${encodeURIComponent(key)}]`, item));
}
