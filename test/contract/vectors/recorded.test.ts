import { expect, it, onTestFinished } from "vitest";
import { describeOutcome } from "../../support/vectors/describe-outcome.ts";
import { playWrites } from "../../support/vectors/play/play-writes.ts";
import { startRecordedServer } from "../../support/vectors/start-server.ts";
import {
  graphqlVectors,
  localeVectors,
  pluginVectors,
  readVectors,
  v4Vectors,
} from "../../support/vectors/vector-file.ts";
import { GRAPHQL_EXCEPTIONS, LOCALE_EXCEPTIONS, READ_EXCEPTIONS } from "./exceptions.ts";
import { graphql, itAnswersAsRecorded, reads, writes } from "./it-answers-as-recorded.ts";

itAnswersAsRecorded("reads.json", { ...reads(readVectors()), exceptions: READ_EXCEPTIONS, atLeast: 98 });
itAnswersAsRecorded("graphql.json", { ...graphql(graphqlVectors()), exceptions: GRAPHQL_EXCEPTIONS, atLeast: 98 });
itAnswersAsRecorded("locales.json", { ...writes(localeVectors()), exceptions: LOCALE_EXCEPTIONS, atLeast: 90 });
itAnswersAsRecorded("plugins.json", { ...writes(pluginVectors()), exceptions: [], atLeast: 100 });

it("v4-mode.json: every answer of the profile strapi is the recorded one", async () => {
  const { locales, ...vectors } = v4Vectors();
  const { server, close } = await startRecordedServer(vectors, "strapi", locales);
  onTestFinished(close);
  const outcomes = await playWrites(vectors, server);
  const different = outcomes.filter(({ differences, leftOut }) => differences.length > 0 || leftOut !== undefined);
  expect(different.map((outcome) => describeOutcome(outcome))).toEqual([]);
  expect(outcomes).toHaveLength(vectors.scenarios.length);
});
