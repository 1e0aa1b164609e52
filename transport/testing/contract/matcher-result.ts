/** The result of a matcher in Vitest and Jest. */
export interface MatcherResult {
  readonly pass: boolean;
  readonly message: () => string;
}
