import type { Difference } from "./differences.ts";
import type { Expected } from "./format.ts";

/** The outcome of one recorded case or scenario. */
export interface Outcome {
  readonly group: string;
  readonly name: string;
  /** The first request that was answered otherwise than recorded; of a case without differences its only one. */
  readonly request: string;
  /** Empty: equal to the record. */
  readonly differences: readonly Difference[];
  /** The answer to each of its requests, as a recording holds it. */
  readonly answers?: readonly Expected[];
  /** Why it was not played; absent when it was. */
  readonly leftOut?: string;
}

/** The name under which exceptions are listed. */
export const titleOf = (outcome: { readonly group: string; readonly name: string }) =>
  `${outcome.group}/${outcome.name}`;

export const played = (outcomes: readonly Outcome[]) => outcomes.filter(({ leftOut }) => leftOut === undefined);
export const equal = (outcomes: readonly Outcome[]) =>
  played(outcomes).filter(({ differences }) => differences.length === 0);
export const different = (outcomes: readonly Outcome[]) => outcomes.filter(({ differences }) => differences.length > 0);

/** One line: how many of the played cases are equal, and why others were left out. */
export function summaryOf(file: string, outcomes: readonly Outcome[]): string {
  const all = played(outcomes).length;
  const leftOut = outcomes.length - all;
  const rest = leftOut === 0 ? "" : `; ${leftOut} left out: ${reasons(outcomes)}`;
  return `${file}: ${equal(outcomes).length} of ${all} equal (${percentage(outcomes).toFixed(1)} %)${rest}`;
}

export function percentage(outcomes: readonly Outcome[]): number {
  return (100 * equal(outcomes).length) / Math.max(1, played(outcomes).length);
}

function reasons(outcomes: readonly Outcome[]): string {
  return [...new Set(outcomes.flatMap(({ leftOut }) => leftOut ?? []))].join(", ");
}
