/**
 * The seed of everything that tests draw. It is fixed, so that a red gate is due to the change at hand and is red again
 * when it is run again. `npm run check -- explore` draws a new one; GALLEY_SEED replays one that a failure printed.
 */
export const SEED = Number(process.env.GALLEY_SEED ?? 1);
