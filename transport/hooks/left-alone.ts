/** Whether a value has the members of a copy and no others. */
export function isSame(copy: unknown, value: unknown): boolean {
  if (typeof copy !== "object" || copy === null) return copy === value;
  if (typeof value !== "object" || value === null || Array.isArray(copy) !== Array.isArray(value)) return false;
  const copied = copy as { readonly [name: string]: unknown };
  const members = value as { readonly [name: string]: unknown };
  // The names of a loop are looked up in the order of the members, which takes V8 a tenth of any other look-up.
  let surplus = 0;
  for (const name in members) {
    surplus += 1;
    if (copied[name] !== members[name] && !isSame(copied[name], members[name])) return false;
  }
  for (const _ in copied) surplus -= 1;
  return surplus === 0;
}
