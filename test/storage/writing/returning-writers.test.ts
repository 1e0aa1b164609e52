import { expect, it } from "vitest";
import { ReturningWriters } from "../../../storage/writing/returning-writers.ts";

const WAIT = 20;

it("waits for those who were answered last, though the time of those before ends in the same turn", async () => {
  const writers = new ReturningWriters(WAIT);
  writers.expect(2);
  let hasBegun = false;
  await new Promise<void>((resolve) => {
    // Timers of the same time run one after the other, and then their work for the end of the turn.
    setTimeout(() => {
      writers.expect(3);
      setImmediate(() => {
        writers.gathered(2).then(() => {
          hasBegun = true;
        });
        resolve();
      });
    }, WAIT);
  });
  expect(hasBegun).toBe(false);
  writers.arrived(3);
  await new Promise(setImmediate);
  expect(hasBegun).toBe(true);
});
