import type { Difference } from "../support/vectors/differences.ts";

/** A difference that is meant. */
export interface NamedDifference {
  readonly name: string;
  /** The decision, or what the real server does by accident. */
  readonly restsOn: string;
  /** `difference` is the first of `all` in the answer; `request` as it was sent, decoded. */
  explains(difference: Difference, request: string, all: readonly Difference[]): boolean;
}

/** The name of what explains the first difference of an answer; null when it is not explained. */
export function nameOf(
  named: readonly NamedDifference[],
  found: readonly Difference[],
  request: string,
): string | null {
  const [first] = found;
  if (first === undefined) return null;
  return named.find((each) => each.explains(first, request, found))?.name ?? null;
}
