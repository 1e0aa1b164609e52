// Runs schedules of three nodes over a shared log that delays, drops and doubles messages, cuts nodes off, pauses and kills
// them, and loses its tail, in virtual time: npm run test:adversary -- [SCHEDULES] [SEED]. Fails where a history is not
// strictly serialisable, and prints the seed, which does the same again.
import { runSchedule } from "./schedule.ts";

const [schedules = 10_000, seed = 1] = process.argv.slice(2).map(Number);

// Refusals are errors: most of their cost is their stacks.
Error.stackTraceLimit = 0;

const started = performance.now();
const outcomes: Record<string, number> = {};
let [operations, losses, bad] = [0, 0, 0];
for (let at = seed; at < seed + schedules; at += 1) {
  const ran = await runSchedule(at);
  operations += ran.operations;
  losses += ran.losses;
  for (const [outcome, count] of Object.entries(ran.outcomes)) outcomes[outcome] = (outcomes[outcome] ?? 0) + count;
  if (ran.faults.length === 0) continue;
  bad += 1;
  process.stdout.write(`seed ${at}: ${ran.faults.join("\n  ")}\n`);
  if (bad === 20) break;
}
const seconds = ((performance.now() - started) / 1000).toFixed(0);
process.stdout.write(
  `${schedules} schedules from seed ${seed} in ${seconds} s: ${bad} with faults; ${operations} operations ` +
    `${JSON.stringify(outcomes)}, ${losses} losses of a tail\n`,
);
process.exit(bad === 0 ? 0 : 1);
