import { table } from "../../transport/cli/bench/table.ts";
import type { ColdResult } from "../engine/cold/measure-beside.ts";
import type { Cold } from "../engine/cold/measure-cold.ts";
import type { ColdStart } from "../engine/cold/measure-cold-start.ts";

/** The first questions of each kind as a Markdown table. */
export function coldTable(results: readonly Cold[]): string {
  const head = ["", "first", "next three", "steps", "longest", "building", "longest built", "built"];
  const rows = results.map(({ kind, first, next, steps, longest, building, longestBuilt, built }) => [
    kind,
    shown(first),
    next.map(shown).join(", "),
    String(steps),
    shown(longest),
    shown(building),
    shown(longestBuilt),
    shown(built),
  ]);
  return table(head, rows);
}

/** The first questions after starts from a snapshot. */
export function coldStartTable(results: readonly ColdStart[]): string {
  const head = ["", "first", "its main thread", "next three", "MB after the start", "MB after the questions"];
  const rows = results.map(({ kind, first, firstOfMain, next, started, asked }) => [
    kind,
    shown(first),
    shown(firstOfMain),
    next.map(shown).join(", "),
    String(Math.round(started)),
    String(Math.round(asked)),
  ]);
  return table(head, rows);
}

/** First questions over HTTP, and what requests by id wait beside them. */
export function besideTable(results: readonly ColdResult[]): string {
  const head = [
    "",
    "answered after",
    "longest turn, CPU",
    "by id meanwhile",
    "longest wait by id",
    "without waits for a processor",
  ];
  const rows = results.map(({ kind, answered, longestTurn, answers, longestWait, longestOwnWait }) => [
    kind,
    shown(answered),
    shown(longestTurn),
    String(answers),
    shown(longestWait),
    shown(longestOwnWait),
  ]);
  return table(head, rows);
}

function shown(milliseconds: number): string {
  return milliseconds < 10 ? milliseconds.toFixed(1) : String(Math.round(milliseconds));
}
