import { expect, test } from "vitest";
import { DEPTH } from "../support/drawn-deeper.ts";
import { SEED } from "../support/seed.ts";
import { type FuzzReport, fuzz } from "./fuzz.ts";

/** `npm run check -- fuzz` sends a million. */
const REQUESTS = Number(process.env.GALLEY_FUZZ ?? Math.ceil(300 * DEPTH));

test(`a server answers whatever it is sent, and lives on (seed ${SEED})`, { timeout: 10 * 3_600_000 }, async () => {
  const report = await fuzz({ requests: REQUESTS, seed: SEED, ...(REQUESTS > 10_000 && { progress: show }) });
  expect(report.faults).toEqual([]);
  expect(report.requests).toBe(REQUESTS);
});

/** One line of JSON after each server, so that an interrupted run has reported its findings. */
function show(sofar: FuzzReport): void {
  process.stderr.write(`${JSON.stringify({ ...sofar, byStatus: Object.fromEntries(sofar.byStatus) })}\n`);
}
