import { expect, test } from "vitest";
import { SEED } from "../support/seed.ts";
import { fuzz } from "./fuzz.ts";

/** `npm run test:fuzz` sends a million. */
const REQUESTS = Number(process.env.GALLEY_FUZZ ?? 2000);

test(`a server answers whatever it is sent, and lives on (seed ${SEED})`, { timeout: 10 * 3_600_000 }, async () => {
  const long = REQUESTS > 10_000;
  const report = await fuzz({
    requests: REQUESTS,
    seed: SEED,
    ...(long && { progress: (done: number) => process.stderr.write(`\r${done} of ${REQUESTS} requests`) }),
  });
  if (long)
    process.stderr.write(
      `\n${JSON.stringify({ ...report, byStatus: Object.fromEntries(report.byStatus) }, null, 2)}\n`,
    );
  expect(report.faults).toEqual([]);
  expect(report.requests).toBe(REQUESTS);
});
