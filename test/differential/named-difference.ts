import type { Difference } from "../support/vectors/differences.ts";

/** A difference that is meant. */
export interface NamedDifference {
  readonly name: string;
  /** The decision, or what the real server does by accident. */
  readonly restsOn: string;
  /** `request` as it was sent, decoded. */
  explains(difference: Difference, request: string): boolean;
}

/** The name of what explains the first difference of an answer; null when it is not explained. */
export function nameOf(
  named: readonly NamedDifference[],
  [first]: readonly Difference[],
  request: string,
): string | null {
  if (first === undefined) return null;
  return named.find((each) => each.explains(first, request))?.name ?? null;
}
