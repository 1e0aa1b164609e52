// Runs schedules of three nodes over a shared log that delays, drops and doubles messages, cuts nodes off, pauses and kills
// them, and loses its tail, in virtual time: npm run check -- adversary [SCHEDULES] [SEED] [LEDGER]. Fails where a history is
// not strictly serialisable, and prints the seed, which does the same again. LEDGER is a file that keeps which seeds were
// run on which sources: the same command continues a run that was ended.
import { digestOfJudged } from "./judged.ts";
import { type Block, Ledger } from "./ledger.ts";
import { runSchedule } from "./schedule.ts";

/** Schedules between two reports. */
const BLOCK = 1000;
const MAX_FAULTY = 20;

const [schedules = 10_000, seed = 1] = process.argv.slice(2, 4).map(Number);
const digest = digestOfJudged();
const ledger = new Ledger(digest, process.argv[4]);
const found = ledger.blocks.length;

// Refusals are errors: most of their cost is their stacks.
Error.stackTraceLimit = 0;

async function runBlock(from: number, to: number): Promise<Block> {
  const outcomes: Record<string, number> = {};
  const faulty: number[] = [];
  let [operations, losses] = [0, 0];
  for (let at = from; at < to; at += 1) {
    const ran = await runSchedule(at);
    operations += ran.operations;
    losses += ran.losses;
    for (const [outcome, count] of Object.entries(ran.outcomes)) outcomes[outcome] = (outcomes[outcome] ?? 0) + count;
    if (ran.faults.length === 0) continue;
    faulty.push(at);
    process.stdout.write(`seed ${at}: ${ran.faults.join("\n  ")}\n`);
  }
  return { digest, from, to, operations, losses, outcomes, faulty };
}

/** The sum of some blocks. */
function summary(blocks: readonly Block[]): string {
  const sum = (count: (block: Block) => number) => blocks.reduce((total, block) => total + count(block), 0);
  const outcomes: Record<string, number> = {};
  for (const block of blocks)
    for (const [outcome, count] of Object.entries(block.outcomes)) outcomes[outcome] = (outcomes[outcome] ?? 0) + count;
  return (
    `${sum(({ from, to }) => to - from)} schedules, ${sum(({ faulty }) => faulty.length)} with faults; ` +
    `${sum(({ operations }) => operations)} operations ${JSON.stringify(outcomes)}, ` +
    `${sum(({ losses }) => losses)} losses of a tail`
  );
}

process.stdout.write(`sources ${digest}: schedules from seed ${seed} on\n`);
const faultyCount = () => ledger.blocks.slice(found).reduce((total, { faulty }) => total + faulty.length, 0);
let ran = 0;
for (let at = ledger.next(seed); at < seed + schedules && faultyCount() < MAX_FAULTY; at = ledger.next(at)) {
  const to = Math.min(at + BLOCK, seed + schedules, ledger.end(at));
  ledger.add(await runBlock(at, to));
  ran += to - at;
  const { user, system } = process.cpuUsage();
  const rate = Math.round((1_000_000 * ran) / (user + system));
  process.stdout.write(`  to seed ${to}: ${faultyCount()} with faults, ${rate} schedules per second of CPU time\n`);
}
process.stdout.write(`sources ${digest}: ${summary(ledger.blocks)}\n`);
process.exit(ledger.blocks.every(({ faulty }) => faulty.length === 0) ? 0 : 1);
