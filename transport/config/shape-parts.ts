import type { Issue } from "../../engine/internal.ts";
import { isRecord } from "../../engine/internal.ts";
import { shapes } from "../../storage/core.ts";

type Shape<T> = shapes.Shape<T>;

const { test } = shapes;

export const text: Shape<string> = test("must be a string that is not empty", (value) =>
  typeof value === "string" && value !== "");

export function choice<const T>(choices: readonly T[]): Shape<T> {
  return test(`must be one of ${choices.join(", ")}`, (value) => choices.some((each) => each === value));
}

/** A shape, with constraints on several of its members together. */
export function both<T>(
  shape: Shape<T>,
  rule: (value: Readonly<Record<string, unknown>>) => readonly Issue[],
): Shape<T> {
  return (value) => (isRecord(value) ? [...shape(value), ...rule(value)] : shape(value));
}

export function wholeNumber(most = Number.MAX_SAFE_INTEGER): Shape<number> {
  const range = most === Number.MAX_SAFE_INTEGER ? "0 at least" : `from 0 to ${most}`;
  const isWithin = (value: unknown) => Number.isSafeInteger(value) && Number(value) >= 0 && Number(value) <= most;
  return test(`must be a whole number, ${range}`, isWithin);
}

/** An object of any class that has these methods. */
export function withMethods(what: string, ...methods: readonly string[]): Shape<never> {
  const missing = (value: unknown) =>
    methods.filter((name) => typeof (value as { readonly [name: string]: unknown } | null)?.[name] !== "function");
  const names = methods.join(", ");
  return (value) =>
    isRecord(value)
      ? missing(value).map((name) => ({ path: [name], message: "must be a function" }))
      : [{ path: [], message: `must be ${what}: an object with ${names}` }];
}

/** Of any realm: under jsdom, a module's URL is not the class that Node's own modules return. */
export function isUrl(value: unknown): value is URL {
  return isRecord(value) && typeof value.href === "string" && typeof value.protocol === "string";
}
