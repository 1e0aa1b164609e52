import * as z from "zod/mini";

/** Any number but NaN, infinite ones too. */
export const number = z.custom<number>((value) => typeof value === "number" && !Number.isNaN(value), {
  error: ({ input }) => (input === undefined ? "is missing" : "must be a number"),
});

export const finite = number.check(z.refine(Number.isFinite, "must be a finite number"));
export const integer = number.check(z.refine(Number.isInteger, "must be an integer"));

export function atLeast(least: number) {
  return z.refine<number>((value) => value >= least, `must be at least ${least}`);
}

export function atMost(most: number) {
  return z.refine<number>((value) => value <= most, `must be at most ${most}`);
}

/** Of a text or a list. Unlike zod's own check, it says nothing about values of other types. */
export const notEmpty = z.refine<{ readonly length: number }>((value) => value.length > 0, "must not be empty");
