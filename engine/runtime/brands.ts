/**
 * Kinds of values by their brand. `instanceof` would ask this realm's global. A test environment may have replaced it
 * by a page's, or run the test file in a context of its own.
 */

export function isDate(value: unknown): value is Date {
  return tagOf(value) === "[object Date]";
}

export function isRegExp(value: unknown): value is RegExp {
  return tagOf(value) === "[object RegExp]";
}

export function isMap(value: unknown): value is Map<unknown, unknown> {
  return tagOf(value) === "[object Map]";
}

/** Whether an answer comes later. */
export function isPromise<T>(value: T | Promise<T>): value is Promise<T> {
  return typeof (value as { readonly then?: unknown } | null | undefined)?.then === "function";
}

function tagOf(value: unknown): string {
  return typeof value === "object" ? Object.prototype.toString.call(value) : "";
}
