import { different, equal, type Outcome, titleOf } from "./outcome.ts";

/** Cases that are answered otherwise than recorded on purpose, and what that rests on. */
export interface Exception {
  /** The decision, promise or recorded quirk. */
  readonly restsOn: string;
  /** Titles, `group/name`. */
  readonly cases: readonly string[];
}

export interface Verdict {
  /** Differ and are not listed. */
  readonly unexpected: readonly Outcome[];
  /** Listed, but equal to the record or not in the file at all: to be taken off the list. */
  readonly superfluous: readonly string[];
}

/** Holds outcomes against the list of exceptions, which can only shrink. */
export function judge(outcomes: readonly Outcome[], exceptions: readonly Exception[]): Verdict {
  const listed = new Set(exceptions.flatMap(({ cases }) => cases));
  const known = new Set(outcomes.map(titleOf));
  const passing = new Set(equal(outcomes).map(titleOf));
  return {
    unexpected: different(outcomes).filter((outcome) => !listed.has(titleOf(outcome))),
    superfluous: [...listed].filter((title) => passing.has(title) || !known.has(title)),
  };
}
