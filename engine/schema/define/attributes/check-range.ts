import type { Report } from "../../schema-error.ts";

/** Checks that a lower limit is not above the upper one. */
export function checkRange<L extends string, U extends string>(
  lower: L,
  upper: U,
  limits: { readonly [K in L | U]?: number | bigint | undefined },
  report: Report,
): void {
  const [least, most] = [limits[lower], limits[upper]];
  if (least !== undefined && most !== undefined && least > most) report([upper], `must not be less than ${lower}`);
}
