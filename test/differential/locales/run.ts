/**
 * Compares Galley in the profile `strapi` with a real Strapi where there are locales: random reads, and sequences of
 * writes: all lists of all locales are compared after each write. A difference without a name is shrunk and printed,
 * and the exit code is 1. See ../README.md.
 *
 *     npm run check -- differential:locales [reads] [writes]        both when none is named
 *
 * SEEDS ("1 2 3"); of each READS (2000) and WRITES (100) sequences; ONLY (none): the number of one of them.
 */

import { setTimeout as wait } from "node:timers/promises";
import { fc } from "../../support/fast-check.ts";
import { type Difference, differences } from "../../support/vectors/differences.ts";
import { authorization } from "../../support/vectors/play/credentials.ts";
import { exchange } from "../../support/vectors/play/exchange.ts";
import { MULTIPART_TYPE, multipart } from "../../support/vectors/play/multipart.ts";
import type { Server } from "../../support/vectors/play/server.ts";
import { startPeer } from "../../support/vectors/start-peer.ts";
import { startRecordedServer } from "../../support/vectors/start-server.ts";
import { valueAt } from "../../support/vectors/value-at.ts";
import { comparable } from "../comparable.ts";
import { nameOf } from "../named-difference.ts";
import { Pairs } from "../pairs.ts";
import { NAMED_DIFFERENCES } from "./named-differences.ts";
import {
  type LocaleRequest,
  type LocaleWrite,
  localeFilling,
  localeRead,
  localeWrites,
  PLURALS,
  requestOf,
  type TypeName,
} from "./requests.ts";
import { FILES, LOCALES, LOCALIZED_TYPES } from "./types.ts";

const { SEEDS = "1 2 3", READS = "2000", WRITES = "100", ONLY } = process.env;
const kinds = process.argv.length > 2 ? process.argv.slice(2) : ["reads", "writes"];
const TYPES: readonly TypeName[] = ["page", "topic", "country"];

const LOCALIZATIONS = "populate[localizations][sort][0]=locale";

/**
 * The order of localizations is the database's, so they are sorted. In a type without locales the links of several locales stand in one list, which the real server orders by join rows that
 * every publishing makes anew: they are sorted.
 */
const POPULATED: Readonly<Record<TypeName, string>> = {
  page: [
    ...["topic", "tags", "country", "cover", "picture", "gallery", "things"].map((name) => `populate[${name}]=true`),
    ...["link", "links", "zone"].map((name) => `populate[${name}][populate]=*`),
    LOCALIZATIONS,
  ].join("&"),
  topic: `populate[pages]=true&${LOCALIZATIONS}`,
  country: "populate[flag]=true&populate[pages][sort][0]=createdAt&populate[pages][sort][1]=locale",
};

interface Found {
  readonly sent: readonly string[];
  readonly differences: readonly Difference[];
}

const real = await startPeer(LOCALIZED_TYPES, LOCALES);
const galley = await startRecordedServer(LOCALIZED_TYPES, "strapi", LOCALES);
let pairs = new Pairs();
try {
  for (const { server } of [real, galley]) await sendFiles(server);
  for (const seed of SEEDS.split(" ").map(Number)) {
    if (kinds.includes("reads")) await compareReads(seed);
    if (kinds.includes("writes")) await compareAll("writes", seed, Number(WRITES), localeWrites, writeAll);
  }
} finally {
  await galley.close();
  await real.close();
}

async function compareReads(seed: number): Promise<void> {
  // Reads of content that differs would differ for that reason alone.
  if ((await compareAll("filling", seed, 1, localeFilling, writeAll)) === 0) return;
  await compareAll("reads", seed, Number(READS), localeRead, async (request) => ({
    sent: [`${request.method} ${decodeURIComponent(request.path)}`],
    differences: await compare(request),
  }));
}

async function sendFiles(server: Server): Promise<void> {
  for (const file of FILES) {
    const headers = { ...authorization(server, "full"), "content-type": MULTIPART_TYPE };
    const { status, text } = await exchange(server.url, {
      method: "POST",
      path: "/api/upload",
      headers,
      body: multipart([file]),
    });
    if (status !== 201) throw new Error(`An upload was answered with ${status}: ${text}`);
  }
}

async function ask(which: "real" | "galley", { method, path, body }: LocaleRequest) {
  const { server } = which === "real" ? real : galley;
  const text = body === undefined ? null : Buffer.from(pairs.fill(JSON.stringify(body), which));
  const headers = { ...authorization(server, "full"), ...(text !== null && { "content-type": "application/json" }) };
  return exchange(server.url, { method, path: pairs.fill(path, which), headers, body: text });
}

async function compare(request: LocaleRequest): Promise<readonly Difference[]> {
  const answers = await Promise.all([ask("real", request), ask("galley", request)]);
  if (request.method === "POST") {
    const [one, other] = answers.map(({ body }) => valueAt(body, "data.documentId"));
    if (typeof one === "string" && typeof other === "string") pairs.add(request.type, one, other);
  }
  const [expected, actual] = answers.map(({ status, body, text }) => {
    const shown = comparable({ status, body: body ?? text }, pairs);
    const error = valueAt(shown.body, "error");
    return typeof error === "object" && error !== null ? { status, error: { ...error, details: undefined } } : shown;
  });
  return differences(expected, actual);
}

/** A sequence that starts from nothing, up to its first difference. */
async function writeAll(writes: readonly LocaleWrite[]): Promise<Found> {
  for (const type of TYPES) {
    for (const name of pairs.of(type)) {
      const path = `/api/${PLURALS[type]}/${name}${type === "country" ? "" : "?locale=*"}`;
      await compare({ method: "DELETE", path, type });
    }
  }
  pairs = new Pairs();
  const sent: string[] = [];
  for (const write of writes) {
    const request = requestOf(write, (type) => pairs.of(type));
    sent.push(`${request.method} ${decodeURIComponent(request.path)} ${JSON.stringify(request.body) ?? ""}`);
    const found = [...(await compare(request))];
    // The next write is to have a later time.
    await wait(3);
    if (found.length === 0) found.push(...(await compareState()));
    if (found.length > 0) return { sent, differences: found };
  }
  return { sent, differences: [] };
}

async function compareState(): Promise<readonly Difference[]> {
  const lists = TYPES.flatMap((type) => {
    const locales = type === "country" ? [""] : ["en", ...LOCALES].map((code) => `&locale=${code}`);
    const statuses = type === "page" ? ["draft", "published"] : ["published"];
    return statuses.flatMap((status) => locales.map((locale) => ({ type, asked: `${status}${locale}` })));
  });
  const found = await Promise.all(
    lists.map(async ({ type, asked }) => {
      const path = `/api/${PLURALS[type]}?status=${asked}&${POPULATED[type]}&sort=createdAt&pagination[pageSize]=100`;
      const shown = await compare({ method: "GET", path, type });
      return shown.map((each) => ({ ...each, path: `state: ${type}, ${asked}: ${each.path}` }));
    }),
  );
  return found.flat();
}

/** Compares as many as are wanted; gives how many agree. */
async function compareAll<T>(
  kind: string,
  seed: number,
  count: number,
  arbitrary: fc.Arbitrary<T>,
  check: (drawn: T) => Promise<Found>,
): Promise<number> {
  const counts = new Map<string, number>();
  const numbers = ONLY === undefined || count === 1 ? Array.from({ length: count }, (_, at) => at) : [Number(ONLY)];
  for (const number of numbers) {
    const name = await outcome(`${kind} ${number} of seed ${seed}`, seed * 1_000_000 + number, arbitrary, check);
    counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  const agreed = counts.get("agree") ?? 0;
  const others = [...counts].filter(([name]) => name !== "agree").map(([name, each]) => `  ${each} ${name}`);
  console.log([`${kind}, seed ${seed}: agree ${agreed} of ${numbers.length}`, ...others].join("\n"));
  if (counts.has("not named")) process.exitCode = 1;
  return agreed;
}

/** `agree`, the name of the difference, or `not named`: then the smallest that differs so is printed. */
async function outcome<T>(
  title: string,
  seed: number,
  arbitrary: fc.Arbitrary<T>,
  check: (drawn: T) => Promise<Found>,
): Promise<string> {
  let first: string | null = null;
  let smallest: Found | null = null;
  let running: Promise<Found> | null = null;
  const property = fc.asyncProperty(arbitrary, async (drawn) => {
    running = check(drawn);
    const found = await running;
    const isSame = found.differences.length === 0;
    const name = isSame
      ? "agree"
      : (nameOf(NAMED_DIFFERENCES, found.differences, found.sent.join("\n")) ?? "not named");
    first ??= name;
    if (name === "not named") smallest = found;
    return name !== "not named";
  });
  await fc.check(property, { seed, numRuns: 1, interruptAfterTimeLimit: 30_000 });
  // One that is interrupted still writes to both servers.
  await running;
  if (smallest !== null) print(title, smallest);
  return first ?? "agree";
}

function print(title: string, { sent, differences: found }: Found): void {
  console.log(`\n${title}\n  ${sent.join("\n  ")}`);
  for (const { path, expected, actual } of found.slice(0, 3)) {
    console.log(`  ${path}: real ${brief(expected)}, Galley ${brief(actual)}`);
  }
}

function brief(value: unknown): string {
  return (JSON.stringify(value) ?? "nothing").slice(0, 300);
}
