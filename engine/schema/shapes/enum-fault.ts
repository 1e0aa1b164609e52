/**
 * What is wrong with the values of an enumeration. They must have names of their own in languages where a name holds
 * letters, digits and `_` and does not begin with a digit (GraphQL).
 */
export function enumFault(values: readonly string[]): string | undefined {
  const names = new Map<string, string>();
  for (const value of values) {
    const name = nameOf(value);
    if (name === "") return `must not have the value "${value}": it holds no letter`;
    if (/^\d/.test(name)) return `must not have the value "${value}": it begins with a digit`;
    const other = names.get(name);
    if (other !== undefined) return `must not have both "${other}" and "${value}": they are too much alike`;
    names.set(name, value);
  }
  return undefined;
}

function nameOf(value: string): string {
  return value
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .replace(/[^\p{L}\p{N}]+/gu, "_")
    .replace(/^_|_$/g, "");
}
