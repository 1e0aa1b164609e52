/** Whether a JSON value contains more than so many values, nested ones included. Iterative. */
export function holdsMoreThan(value: unknown, most: number): boolean {
  let count = 1;
  const waiting: object[] = [];
  const add = (inner: unknown): void => {
    count++;
    if (typeof inner === "object" && inner !== null) waiting.push(inner);
  };
  if (typeof value === "object" && value !== null) waiting.push(value);
  for (let next = waiting.pop(); next !== undefined && count <= most; next = waiting.pop()) {
    if (Array.isArray(next)) for (let at = 0; at < next.length && count <= most; at++) add(next[at]);
    // Of plain objects, this gives the same as a list of their values, without the list.
    else for (const name in next) add(next[name as keyof typeof next]);
  }
  return count > most;
}
