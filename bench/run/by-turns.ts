interface Turns {
  /** How often each side has its turn. */
  readonly rounds: number;
  /** Rounds before these, with negative numbers, which are not counted: they fill caches, and have code compiled. */
  readonly warmUp?: number;
  /** The last side begins every other round. */
  readonly isReversing?: boolean;
}

/**
 * Measures some sides by turns, so that all neighbours disturb them alike. Returns the results of each side, round by
 * round.
 */
export async function byTurns<S, R>(
  sides: readonly S[],
  { rounds, warmUp = 0, isReversing = false }: Turns,
  measure: (side: S, round: number) => Promise<R>,
): Promise<readonly (readonly R[])[]> {
  const results = sides.map((): R[] => []);
  for (let round = -warmUp; round < rounds; round++) {
    const order = [...sides.entries()];
    if (isReversing && round % 2 !== 0) order.reverse();
    for (const [at, side] of order) {
      const result = await measure(side, round);
      if (round >= 0) results[at]?.push(result);
    }
  }
  return results;
}
