import { type Columns, tableOf } from "../run/report.ts";
import type { ColdResult } from "./cold/measure-beside.ts";
import type { Cold } from "./cold/measure-cold.ts";
import type { ColdStart } from "./cold/measure-cold-start.ts";

const COLD: Columns<Cold> = {
  "": ({ kind }) => kind,
  first: ({ first }) => shown(first),
  "next three": ({ next }) => next.map(shown).join(", "),
  steps: ({ steps }) => String(steps),
  longest: ({ longest }) => shown(longest),
  building: ({ building }) => shown(building),
  "longest built": ({ longestBuilt }) => shown(longestBuilt),
  built: ({ built }) => shown(built),
};

const COLD_START: Columns<ColdStart> = {
  "": ({ kind }) => kind,
  first: ({ first }) => shown(first),
  "its main thread": ({ firstOfMain }) => shown(firstOfMain),
  "next three": ({ next }) => next.map(shown).join(", "),
  "MB after the start": ({ started }) => String(Math.round(started)),
  "MB after the questions": ({ asked }) => String(Math.round(asked)),
};

const BESIDE: Columns<ColdResult> = {
  "": ({ kind }) => kind,
  "answered after": ({ answered }) => shown(answered),
  "longest turn, CPU": ({ longestTurn }) => shown(longestTurn),
  "by id meanwhile": ({ answers }) => String(answers),
  "longest wait by id": ({ longestWait }) => shown(longestWait),
  "without waits for a processor": ({ longestOwnWait }) => shown(longestOwnWait),
};

/** The first questions of each kind as a table. */
export const coldTable = (results: readonly Cold[]) => tableOf(results, COLD);

/** The first questions after starts from a snapshot. */
export const coldStartTable = (results: readonly ColdStart[]) => tableOf(results, COLD_START);

/** First questions over HTTP, and what requests by id wait beside them. */
export const besideTable = (results: readonly ColdResult[]) => tableOf(results, BESIDE);

function shown(milliseconds: number): string {
  return milliseconds < 10 ? milliseconds.toFixed(1) : String(Math.round(milliseconds));
}
