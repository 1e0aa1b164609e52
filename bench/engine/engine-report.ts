import { figure, table } from "../../transport/cli/bench/table.ts";
import { QUESTION_KINDS } from "./questions.ts";
import type { QuestionTimes, Result } from "./result.ts";

/** The size that growth is measured from, and the allowed growth (below 3 ×). */
const SMALL = 10_000;
const MAX_GROWTH = 3;

/** The garbage that an answer may cause, in bytes. */
const MAX_GARBAGE = 8_000;

/** The results of one run of `npm run bench -- engine`. For each size, Galley's results come first. */
export function engineTables(results: readonly Result[]): string {
  const sizes = [...new Set(results.map(({ posts }) => posts))];
  const tables = sizes.map((posts) => timesTable(results.filter((result) => result.posts === posts)));
  const growth = sizes.length > 1 ? [growthTable(results)] : [];
  return [...tables, ...growth, memoryTable(results), ...missedBars(results)].join("\n\n");
}

function timesTable(all: readonly Result[]): string {
  const [own, ...others] = all;
  const head = [
    `${own?.posts.toLocaleString("en")} posts, ms`,
    ...["bar", own?.contestant ?? "", "p99", "garbage kB"],
    ...others.flatMap(({ contestant }) => [contestant, "p99", "÷ galley"]),
  ];
  const rows = (own?.asked ?? []).map((mine, at) => [
    mine.kind,
    `${barOf(mine)}`,
    ...[mine.p50, mine.p99].map((each) => precise(each)),
    precise((own?.garbage?.[at]?.bytes ?? Number.NaN) / 1000, 1),
    ...others.flatMap(({ asked }) => {
      const { p50 = Number.NaN, p99 = Number.NaN } = asked[at] ?? {};
      return [precise(p50), precise(p99), figure(p50 / mine.p50)];
    }),
  ]);
  const control = all.flatMap(({ control }) => [precise(control.p50), precise(control.p99), ""]);
  return table(head, [...rows, ["(a loop of arithmetic)", "", ...control]]);
}

/** The time of a question with the most posts, compared with ten thousand. */
function growthTable(results: readonly Result[]): string {
  const { small, large } = ownResults(results);
  const rows = (small?.asked ?? []).map(({ kind, p50 }, at) => {
    const many = large?.asked[at]?.p50 ?? Number.NaN;
    return [kind, precise(p50), precise(many), `${figure(many / p50)} ×`];
  });
  return table(["growth of galley, p50 ms", String(small?.posts), String(large?.posts), ""], rows);
}

function memoryTable(results: readonly Result[]): string {
  const rows = results.flatMap(({ posts, memory }) => {
    if (memory === null) return [];
    const { json, content, withIndexes, documents, change, fork, thousandForks } = memory;
    return [
      [
        posts.toLocaleString("en"),
        ...[json, content, withIndexes].map((bytes) => figure(bytes / documents)),
        `${figure(withIndexes / json)} ×`,
        precise(change),
        precise(fork),
        figure(thousandForks / 2 ** 20),
      ],
    ];
  });
  const bytes = ["JSON/doc", "bytes/doc", "with indexes", "of JSON"];
  return table(["memory of galley, posts", ...bytes, "change ms", "fork ms", "1,000 forks MiB"], rows);
}

/** In words: questions that were too slow, made too much garbage, grew too much, or were slower than SQLite. */
function missedBars(results: readonly Result[]): readonly string[] {
  const { small, large } = ownResults(results);
  const sqlite = results.find(({ contestant, posts }) => contestant.startsWith("SQLite") && posts === large?.posts);
  const missed = (large?.asked ?? []).flatMap((own, at) => {
    const { kind, p50, p99 } = own;
    const few = small?.asked[at]?.p50 ?? p50;
    const garbage = large?.garbage?.[at]?.bytes ?? 0;
    const other = sqlite?.asked[at]?.p50 ?? p50;
    return [
      ...(p99 > barOf(own) ? [`${kind}: p99 is ${precise(p99)} ms, the bar ${barOf(own)} ms`] : []),
      ...(p50 > other ? [`${kind}: SQLite takes ${precise(other)} ms, galley ${precise(p50)} ms`] : []),
      ...(garbage > MAX_GARBAGE ? [`${kind}: ${precise(garbage / 1000, 1)} kB of garbage, the bar is 8`] : []),
      ...(p50 > few * MAX_GROWTH ? [`${kind}: grows ${figure(p50 / few)} ×, the bar is ${MAX_GROWTH} ×`] : []),
    ];
  });
  return missed.length === 0 ? [] : [`Missed with ${large?.posts.toLocaleString("en")} posts\n${missed.join("\n")}`];
}

function ownResults(results: readonly Result[]): {
  readonly small: Result | undefined;
  readonly large: Result | undefined;
} {
  const own = results.filter(({ contestant }) => contestant === "galley");
  return { small: own.find(({ posts }) => posts === SMALL) ?? own[0], large: own.at(-1) };
}

function barOf({ kind }: QuestionTimes): number {
  return QUESTION_KINDS.find(({ name }) => name === kind)?.bar ?? Number.NaN;
}

function precise(value: number, digits = 3): string {
  return Number.isNaN(value) ? "–" : value.toFixed(digits);
}
