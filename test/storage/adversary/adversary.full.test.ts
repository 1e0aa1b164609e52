import { describe, expect, it } from "vitest";
import { SEED } from "../../support/seed.ts";
import { NO_FAULT, PLANTED_FAULTS } from "./planted-faults.ts";
import { runSchedule } from "./schedule.ts";

const SCHEDULES = 400;
/** In which a planted fault has to show. */
const MAX_SCHEDULES = 300;

describe("nodes over a shared log that fails in every way", () => {
  it(`are strictly serialisable and equal at the end, in ${SCHEDULES} schedules`, async () => {
    let operations = 0;
    for (let seed = SEED; seed < SEED + SCHEDULES; seed += 1) {
      const ran = await runSchedule(seed);
      expect(ran.faults, `npm run check -- adversary 1 ${seed} replays this`).toEqual([]);
      operations += ran.operations;
    }
    expect(operations).toBeGreaterThan(10 * SCHEDULES);
  });

  it("are not found out for what plants the faults", async () => {
    for (let seed = SEED; seed < SEED + 30; seed += 1) expect((await runSchedule(seed, NO_FAULT)).faults).toEqual([]);
  });

  for (const [name, plant] of Object.entries(PLANTED_FAULTS)) {
    it(`are found out when one of them ${name}`, async () => {
      let found: readonly string[] = [];
      for (let seed = SEED; found.length === 0 && seed < SEED + MAX_SCHEDULES; seed += 1) {
        found = (await runSchedule(seed, plant)).faults;
      }
      expect(found).not.toEqual([]);
    });
  }
});
