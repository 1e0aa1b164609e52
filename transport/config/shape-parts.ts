import type { Issue } from "../../engine/internal.ts";
import { shapes } from "../../storage/index.ts";

type Shape<T> = shapes.Shape<T>;

const { isObject, test } = shapes;

export const text: Shape<string> = test("must be a string that is not empty", (value) =>
  typeof value === "string" && value !== "");

export function choice<const T>(choices: readonly T[]): Shape<T> {
  return test(`must be one of ${choices.join(", ")}`, (value) => choices.some((each) => each === value));
}

/** A shape, and what has to hold of several of its members together. */
export function both<T>(
  shape: Shape<T>,
  rule: (value: Readonly<Record<string, unknown>>) => readonly Issue[],
): Shape<T> {
  return (value) => (isObject(value) ? [...shape(value), ...rule(value)] : shape(value));
}
