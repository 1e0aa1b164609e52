/** Whether a JSON value contains more than so many values, nested ones included. Iterative. */
export function holdsMoreThan(value: unknown, most: number): boolean {
  const waiting: unknown[] = [value];
  for (let count = 1; waiting.length > 0; count++) {
    if (count + waiting.length - 1 > most) return true;
    const next = waiting.pop();
    if (typeof next !== "object" || next === null) continue;
    for (const inner of Object.values(next)) waiting.push(inner);
  }
  return false;
}
