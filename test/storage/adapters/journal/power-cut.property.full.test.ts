import { expect, it } from "vitest";
import { SEED } from "../../../support/seed.ts";
import { cutPowerEverywhere } from "./power-cut.ts";

const CUTS = Number(process.env.GALLEY_POWER_CUTS ?? 3000);

it(`keeps exactly what was acknowledged through ${CUTS} power cuts`, { timeout: 7_200_000 }, async () => {
  let cuts = 0;
  for (let seed = SEED; cuts < CUTS; seed += 1) {
    cuts += await cutPowerEverywhere(seed).catch((error: unknown) => {
      throw new Error(`GALLEY_SEED=${seed} replays this`, { cause: error });
    });
  }
  expect(cuts).toBeGreaterThanOrEqual(CUTS);
});
