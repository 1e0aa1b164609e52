/**
 * Compares Galley in the profile `strapi` with a real Strapi by random reads and sequences of writes over REST,
 * starting both. A difference without a name is shrunk and printed, and the exit code is 1. See ../README.md.
 *
 *     npm run check -- differential [reads] [writes]        both when none is named
 *
 * SEEDS ("1 2 3"); of each READS (2000) and WRITES (100) sequences; ONLY (none): the number of one of them.
 */

import type { WriteRequest } from "../../arbitraries/write-requests.ts";
import { fc } from "../../support/fast-check.ts";
import type { Difference } from "../../support/vectors/differences.ts";
import { nameOf } from "../named-difference.ts";
import { NAMED_DIFFERENCES } from "./named-differences.ts";
import { filling, readRequest, writeSequence } from "./requests.ts";
import { TwoServers } from "./two-servers.ts";

const { SEEDS = "1 2 3", READS = "2000", WRITES = "100", ONLY } = process.env;

/** The first difference of a request or sequence, and the requests sent up to it. */
interface Found {
  readonly sent: readonly string[];
  readonly differences: readonly Difference[];
}

const AGREE = "agree";
const UNNAMED = "not named";

const KINDS: Readonly<Record<string, (seed: number) => Promise<void>>> = {
  async reads(seed) {
    // Reads of content that differs would differ for that reason alone.
    if (!(await compareAll("filling", { seed, count: 1 }, filling, writeAll))) return;
    await compareAll("reads", { seed, count: Number(READS) }, readRequest, async (request) => ({
      sent: [`${request.method} ${decodeURIComponent(request.path)} (token: ${request.auth})`],
      differences: await servers.compare(request),
    }));
  },
  async writes(seed) {
    await compareAll("writes", { seed, count: Number(WRITES) }, writeSequence, writeAll);
  },
};

const kinds = process.argv.length > 2 ? process.argv.slice(2) : Object.keys(KINDS);
const strange = kinds.find((kind) => !Object.hasOwn(KINDS, kind));
if (strange !== undefined) throw new Error(`There are ${Object.keys(KINDS).join(" and ")}, not ${strange}`);
const servers = await TwoServers.start();
try {
  for (const seed of SEEDS.split(" ").map(Number)) {
    for (const kind of kinds) await KINDS[kind]?.(seed);
  }
} finally {
  await servers.close();
}

/** A sequence that starts from nothing, up to its first difference. */
async function writeAll(sequence: readonly WriteRequest[]): Promise<Found> {
  await servers.empty();
  const sent: string[] = [];
  for (const write of sequence) {
    const { request, found } = await servers.write(write);
    sent.push(`${request.method} ${request.path} ${JSON.stringify(request.body) ?? ""}`);
    if (found.length > 0) return { sent, differences: found };
  }
  return { sent, differences: [] };
}

/** Compares as many as are wanted; gives whether all agree. */
async function compareAll<T>(
  kind: string,
  { seed, count }: { readonly seed: number; readonly count: number },
  arbitrary: fc.Arbitrary<T>,
  compare: (drawn: T) => Promise<Found>,
): Promise<boolean> {
  const counts = new Map<string, number>();
  const numbers = ONLY === undefined || count === 1 ? Array.from({ length: count }, (_, at) => at) : [Number(ONLY)];
  for (const number of numbers) {
    const name = await outcome(`${kind} ${number} of seed ${seed}`, seed * 1_000_000 + number, arbitrary, compare);
    counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  const agreed = counts.get(AGREE) ?? 0;
  const times = [...counts].filter(([name]) => name !== AGREE).map(([name, each]) => `  ${each} ${name}`);
  console.log([`${kind}, seed ${seed}: agree ${agreed} of ${numbers.length}`, ...times].join("\n"));
  if (counts.has(UNNAMED)) process.exitCode = 1;
  return agreed === numbers.length;
}

/** `AGREE`, the name of the difference, or `UNNAMED`: then the smallest that differs so is printed. */
async function outcome<T>(
  title: string,
  seed: number,
  arbitrary: fc.Arbitrary<T>,
  compare: (drawn: T) => Promise<Found>,
): Promise<string> {
  let first: string | null = null;
  let smallest: Found | null = null;
  let comparing: Promise<Found> | null = null;
  const property = fc.asyncProperty(arbitrary, async (drawn) => {
    comparing = compare(drawn);
    const found = await comparing;
    const name =
      found.differences.length === 0
        ? AGREE
        : (nameOf(NAMED_DIFFERENCES, found.differences, found.sent.join("\n")) ?? UNNAMED);
    first ??= name;
    if (name === UNNAMED) smallest = found;
    return name !== UNNAMED;
  });
  await fc.check(property, { seed, numRuns: 1, interruptAfterTimeLimit: 60_000 });
  // One that was interrupted goes on, and would write among the requests of the next.
  await comparing;
  if (smallest !== null) print(title, smallest);
  return first ?? AGREE;
}

function print(title: string, { sent, differences }: Found): void {
  console.log(`\n${title}\n  ${sent.join("\n  ")}`);
  for (const { path, expected, actual } of differences.slice(0, 3)) {
    console.log(`  ${path}: real ${brief(expected)}, Galley ${brief(actual)}`);
  }
}

function brief(value: unknown): string {
  return (JSON.stringify(value) ?? "nothing").slice(0, 300);
}
