// Kills the primary of a pair of real PostgreSQL servers among the writes of three nodes, and promotes its synchronous
// standby: npm run check -- failover [ROUNDS]; with "jetstream" after the number, servers of a cluster of three. Fails where an
// acknowledged write is lost or there twice, a refused one is there, or the nodes differ.
import { randomBytes } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { Store } from "../../storage/internal.ts";
import { countingEnv, emptyLibrary, storeBook, titles } from "../support/content/library.ts";
import { jetStreamCluster, postgresPair } from "./engines.ts";

const ROUNDS = Number(process.argv[2] ?? 3);
const NODES = 3;
const WRITERS = 8;

const engine = await (process.argv[3] === "jetstream" ? jetStreamCluster() : postgresPair());

async function openNode() {
  const storage = engine.newStorage();
  const env = { ...countingEnv(), newDocumentId: () => randomBytes(12).toString("hex") };
  return Store.open({ engine: emptyLibrary(), storage, env, report });
}

/** A node's own reports, as that it has noticed a loss and stops. */
function report(message: string, { reason = "" }: Readonly<Record<string, unknown>>): void {
  process.stdout.write(`${message} ${reason}\n`);
}

let isGood = true;
try {
  const stores = await Promise.all(Array.from({ length: NODES }, openNode));
  const acknowledged: string[] = [];
  const refused = new Map<string, number>();
  const refusedTitles: string[] = [];
  let last = performance.now();
  let longest = 0;
  let isOver = false;
  const writers = stores.flatMap((store, node) =>
    Array.from({ length: WRITERS }, async (_, writer) => {
      for (let at = 0; !isOver; at += 1) {
        const title = `${node}.${writer}.${at}`;
        try {
          await storeBook(store, title);
          acknowledged.push(title);
          longest = Math.max(longest, performance.now() - last);
          last = performance.now();
        } catch (error) {
          const code = (error as { code?: string }).code ?? "?";
          refused.set(code, (refused.get(code) ?? 0) + 1);
          if (code !== "outcome-unknown") refusedTitles.push(title);
          await sleep(20);
        }
      }
    }),
  );
  for (let round = 0; round < ROUNDS; round += 1) {
    await sleep(1500);
    longest = 0;
    const done = await engine.failOver();
    const before = acknowledged.length;
    while (acknowledged.length < before + 50) await sleep(20);
    process.stdout.write(`round ${round + 1}: ${done}, no write for ${(longest / 1000).toFixed(2)} s at most\n`);
    await engine.follow();
  }
  await sleep(1000);
  isOver = true;
  await Promise.all(writers);
  const witness = await openNode();
  const found = titles(witness.engine);
  const there = new Set(found);
  const lost = acknowledged.filter((title) => !there.has(title)).length;
  const wronglyRefused = refusedTitles.filter((title) => there.has(title)).length;
  const twice = found.length - there.size;
  await sleep(1500);
  const states = new Set([witness, ...stores].map((store) => JSON.stringify([...store.engine.dump()])));
  isGood = lost === 0 && twice === 0 && wronglyRefused === 0 && states.size === 1;
  process.stdout.write(
    `${acknowledged.length} acknowledged, ${lost} lost, ${twice} twice, ${wronglyRefused} refused but there, ` +
      `refused ${JSON.stringify(Object.fromEntries(refused))}, ${states.size === 1 ? "equal" : "DIFFERENT"} states\n`,
  );
  for (const store of [witness, ...stores]) await store.close();
} finally {
  await engine.close();
}
process.exit(isGood ? 0 : 1);
