/**
 * Says how much of a run of the fuzzer agrees, and which of its differences are named: summarise.ts FOLDER TITLE.
 * Exits with 1 when one is not.
 */
import { readFileSync } from "node:fs";
import { type FoundDifference, NAMED_DIFFERENCES } from "./named-differences.ts";

interface Found {
  /** Begins with `seeding` or `state after seeding` where it is not one of the counted requests. */
  readonly cause: string;
  readonly request: string;
  readonly minimal?: string;
  readonly diffs: readonly FoundDifference[];
}

const [folder = "", title = ""] = process.argv.slice(2);
const [, agreed, total] = /agree (\d+)\/(\d+)/.exec(readFileSync(`${folder}/output.txt`, "utf8")) ?? [];
const lines = readFileSync(`${folder}/diffs.jsonl`, "utf8").split("\n").filter(Boolean);
const found = lines.map((line): Found => JSON.parse(line)).filter(({ cause }) => !/^(seeding|state after)/.test(cause));

const counts = new Map<string, number>();
const unnamed: Found[] = [];
for (const difference of found) {
  const name = nameOf(difference);
  if (name === null) unnamed.push(difference);
  else counts.set(name, (counts.get(name) ?? 0) + 1);
}

const share = (count: number) => `${count}/${total} (${((100 * count) / Number(total)).toFixed(1)} %)`;
console.log(
  `${title}: agree ${share(Number(agreed))}, named ${found.length - unnamed.length}, not named ${unnamed.length}`,
);
for (const [name, count] of counts) console.log(`  ${count} ${name}`);
for (const { cause, request, minimal, diffs } of unnamed) {
  const [first] = diffs;
  console.log(`  not named: ${cause}\n    ${(minimal ?? request).replaceAll("\n", "\n    ").slice(0, 1000)}`);
  console.log(`    ${first?.at}: real ${first?.a}, Galley ${first?.b}`);
}
process.exitCode = unnamed.length === 0 ? 0 : 1;

/** The name of what explains the first place that is explained, when every place is. */
function nameOf({ request, minimal, diffs }: Found): string | null {
  const asked = minimal ?? request;
  const names = diffs.map((each) => NAMED_DIFFERENCES.find((named) => named.explains(each, asked))?.name ?? null);
  return names.includes(null) ? null : (names[0] ?? null);
}
