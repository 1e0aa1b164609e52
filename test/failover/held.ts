// Three nodes, or three workers, with three webhooks and a task that runs each second, under load, while the process that sends
// is killed again and again: npm run check -- held [postgres|jetstream|workers] [WRITES] [KILLS]. Clocks of nodes are five
// seconds apart. Fails where an acknowledged write is not delivered by each webhook, or a document not in order, a repeat has
// another body, a tick is run twice, or a webhook is sent by two processes without a kill.
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type HeldSystemName, startHeld } from "../support/storage/held-system.ts";

const CLIENTS = 12;
const [name = "postgres", writes = "10000", kills = "50"] = process.argv.slice(2);
const folder = await mkdtemp(join(tmpdir(), "galley-held-"));
const system = await startHeld(name as HeldSystemName, folder);
const { load } = system;
const say = (text: string) => process.stdout.write(`${text}\n`);
const begun = performance.now();
let fault: string | null = null;
try {
  load.start({ url: system.url, clients: CLIENTS, writes: Number(writes) });
  let more: Promise<void> | null = null;
  for (let kill = 1; kill <= Number(kills); kill += 1) {
    const killed = performance.now();
    await system.killHolder();
    say(
      `  ${kill}: ${load.acknowledged.length} acknowledged, another sends after ${inSeconds(performance.now() - killed)}`,
    );
    if (kill < Number(kills) && load.acknowledged.length >= Number(writes)) {
      await more;
      load.start({ url: system.url, clients: 1, writes: load.acknowledged.length + 10 });
      more = load.written();
    }
  }
  await load.written();
  await system.until(() => load.undelivered === 0, "every acknowledged write is delivered");
} catch (error) {
  fault = error instanceof Error ? error.message : String(error);
}
// A run that stands still has its verdict too.
const verdict = load.verdict();
const isGood = fault === null && Object.values(verdict).every((count) => count === 0);
say(
  `${name}: ${load.acknowledged.length} acknowledged, ${load.delivered.length} deliveries in ${inSeconds(performance.now() - begun)}`,
);
say(
  `${JSON.stringify(verdict)} ${load.repeats} repeats, ${load.changes} changes of the sender, ${load.ticks.length} ticks`,
);
if (fault !== null) say(fault);
await system.close();
await rm(folder, { recursive: true, force: true, maxRetries: 5 });
process.exit(isGood ? 0 : 1);

function inSeconds(milliseconds: number): string {
  return `${(milliseconds / 1000).toFixed(1)} s`;
}
