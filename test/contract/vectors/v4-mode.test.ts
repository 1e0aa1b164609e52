import { expect, it, onTestFinished } from "vitest";
import { describeOutcome } from "../../support/vectors/describe-outcome.ts";
import { playWrites } from "../../support/vectors/play-writes.ts";
import { startRecordedServer } from "../../support/vectors/start-server.ts";
import { v4Vectors } from "../../support/vectors/vector-file.ts";

it("v4-mode.json: every answer of the profile strapi is the recorded one", async () => {
  const { locales, ...vectors } = v4Vectors();
  const { server, close } = await startRecordedServer(vectors, "strapi", locales);
  onTestFinished(close);
  const outcomes = await playWrites(vectors, server);
  const different = outcomes.filter(({ differences, leftOut }) => differences.length > 0 || leftOut !== undefined);
  expect(different.map((outcome) => describeOutcome(outcome))).toEqual([]);
  expect(outcomes).toHaveLength(vectors.scenarios.length);
});
