/**
 * Refuses the arguments of a method that has none, as in `reset(snapshot)`, which is meant as `restore(snapshot)`.
 *
 * @throws TypeError with the path of the first.
 */
export function refuseArguments(method: string, given: readonly unknown[]): void {
  if (given.length > 0) throw new TypeError(`${method}[0]: not allowed: ${method}() takes no arguments`);
}
