// What things cost in nanoseconds, as measured: they decide between ways that give the same.

/** To go one step along an index under a set of slots, in the processor's cache or not. */
const NEAR_STEP = 3;
const FAR_STEP = 7;

/** To go one step along an index, and to test whether the slot there is selected. */
const PROBED = 5;
const FAR_PROBED = 40;

/** To put a slot in its place by its label: labels lie anywhere in an array. */
const NEAR_LABELLED = 20;
const FAR_LABELLED = 90;

/** To look for a text that has not been sought before, for each row. */
export const TEXT_IN_PAGE = 5;

/** To find the row in a slot and read what it is tested or sorted by, where it is in the processor's cache or not. */
const NEAR_ROW = 80;
const FAR_ROW = 600;

/** From so many rows on most are not in the processor's cache. */
const FAR_ROWS = 500_000;

/** So many steps take about as long as to look up where what is wanted begins. */
export const MAX_STEPS = 20_000;

/** To make a set of slots for a condition, or to compare it with another: for each, and for each slot there is. */
const SET = 5_000;
const SET_SLOT = 0.03;

/** To make a set of so many rows from an index. */
export function setCost(rows: number): number {
  return SET + rows * SET_SLOT;
}

/** To look at one of so many rows. */
export function rowCost(rows: number): number {
  return between(NEAR_ROW, FAR_ROW, rows);
}

/** To test by a probe whether one of so many rows is selected. */
export function probeCost(rows: number): number {
  return between(PROBED, FAR_PROBED, rows);
}

/** To go one step along an index of so many rows under a set of slots. */
export function stepCost(rows: number): number {
  return between(NEAR_STEP, FAR_STEP, rows);
}

/** To put one of so many rows in its place by its label. */
export function labelledCost(rows: number): number {
  return between(NEAR_LABELLED, FAR_LABELLED, rows);
}

function between(near: number, far: number, rows: number): number {
  return near + (far - near) * Math.min(1, rows / FAR_ROWS);
}
