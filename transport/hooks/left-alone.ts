/** Whether a value has the members of a copy of JSON and no others, in any order. */
export function isSame(copy: unknown, value: unknown): boolean {
  if (typeof copy !== "object" || copy === null) return copy === value;
  if (typeof value !== "object" || value === null || Array.isArray(copy) !== Array.isArray(value)) return false;
  if (Array.isArray(copy)) return isSameList(copy, value as readonly unknown[]);
  return isPlain(value) && isSameObject(copy as Members, value as Members);
}

interface Members {
  readonly [name: string]: unknown;
}

function isSameList(copy: readonly unknown[], value: readonly unknown[]): boolean {
  if (copy.length !== value.length) return false;
  for (let at = 0; at < copy.length; at++) if (!isSameMember(copy[at], value[at])) return false;
  return true;
}

function isSameObject(copy: Members, value: Members): boolean {
  // The names of a loop are looked up in the order of the members, which takes V8 a tenth of any other look-up.
  let surplus = 0;
  for (const name in value) {
    surplus += 1;
    if (!isSameMember(copy[name], value[name])) return false;
  }
  for (const _ in copy) surplus -= 1;
  return surplus === 0;
}

/** A member that is undefined may be another one than the missing one of the copy. */
function isSameMember(copy: unknown, value: unknown): boolean {
  return copy === value ? value !== undefined : isSame(copy, value);
}

/** Any other object may have another text than its members. */
function isPlain(value: object): boolean {
  const prototype = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}
