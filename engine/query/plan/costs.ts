// Measured costs in nanoseconds. They decide between plans that give the same result.

/** One step along an index under a set of slots, inside and outside of the processor's cache. */
const NEAR_STEP = 3;
const FAR_STEP = 7;

/** One step along an index with a test whether its slot is selected. */
const PROBED = 5;
const FAR_PROBED = 40;

/** Finding the document that a slot is linked to, and testing it. */
const LINK_PROBED = 10;
const FAR_LINK_PROBED = 80;

/** Adding a slot of a posting list to a union, and finding one of several lists. */
const UNION_SLOT = 3;
const UNION_LIST = 30;

/** Sorting a slot by its label. Labels are scattered in memory. */
const NEAR_LABELLED = 20;
const FAR_LABELLED = 90;

/** Looking a slot up in a bitmap of all slots. */
const NEAR_BIT = 2;
const FAR_BIT = 8;

/** Searching for a new text, per row. */
export const TEXT_IN_PAGE = 5;

/** Finding the row in a slot and reading a value to test or sort by, inside and outside of the processor's cache. */
const NEAR_ROW = 80;
const FAR_ROW = 600;

/** From this many rows on, most are outside of the processor's cache. */
const FAR_ROWS = 500_000;

/** This many steps take about as long as finding the place to start from. */
export const MAX_STEPS = 20_000;

/** Building a set of slots for a condition or intersecting it with another: a fixed cost, and a cost per slot. */
const SET = 5_000;
const SET_SLOT = 0.03;

/** Building a set of this many rows from an index. */
export function setCost(rows: number): number {
  return SET + rows * SET_SLOT;
}

/** Reading one of this many rows. */
export function rowCost(rows: number): number {
  return between(NEAR_ROW, FAR_ROW, rows);
}

/** Testing by a probe whether one of this many rows is selected. */
export function probeCost(rows: number): number {
  return between(PROBED, FAR_PROBED, rows);
}

/** Testing by a probe whether one of this many rows is linked to one of some documents. */
export function linkProbeCost(rows: number): number {
  return between(LINK_PROBED, FAR_LINK_PROBED, rows);
}

/** The union of so many posting lists with so many slots together, of so many rows: long lists are bitmaps. */
export function unionCost(lists: number, slots: number, rows: number): number {
  return Math.min(lists * UNION_LIST + slots * UNION_SLOT, lists * setCost(rows));
}

/** One step along an index of this many rows under a set of slots. */
export function stepCost(rows: number): number {
  return between(NEAR_STEP, FAR_STEP, rows);
}

/** Looking one of this many rows up in a bitmap. */
export function bitCost(rows: number): number {
  return between(NEAR_BIT, FAR_BIT, rows);
}

/** Sorting one of this many rows by its label. */
export function labelledCost(rows: number): number {
  return between(NEAR_LABELLED, FAR_LABELLED, rows);
}

function between(near: number, far: number, rows: number): number {
  return near + (far - near) * Math.min(1, rows / FAR_ROWS);
}
