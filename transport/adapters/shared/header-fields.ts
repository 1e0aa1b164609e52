/** The header fields of a request as they were sent: name, value, name, value, and so on. */
export type HeaderFields = readonly string[];

/** Value of a field by lower-case name; repeated fields are joined by ", ". Undefined if absent or empty. */
export function fieldOf(fields: HeaderFields, name: string): string | undefined {
  let found: string | undefined;
  for (let at = 0; at < fields.length; at += 2) {
    if (!isNamed(fields[at] as string, name)) continue;
    const value = fields[at + 1] as string;
    found = found === undefined ? value : `${found}, ${value}`;
  }
  return found || undefined;
}

/** All fields by lower-case name. */
export function allFields(fields: HeaderFields): ReadonlyMap<string, string> {
  const all = new Map<string, string>();
  for (let at = 0; at < fields.length; at += 2) {
    const name = (fields[at] as string).toLowerCase();
    const value = fields[at + 1] as string;
    const before = all.get(name);
    all.set(name, before === undefined ? value : `${before}, ${value}`);
  }
  return all;
}

/** Whether a name as it was sent equals this lower-case one. */
export function isNamed(sent: string, name: string): boolean {
  return sent.length === name.length && (sent === name || sent.toLowerCase() === name);
}
