import { describe } from "vitest";
import { playWrites } from "../../support/vectors/play-writes.ts";
import { writeVectors } from "../../support/vectors/vector-file.ts";
import { WRITE_EXCEPTIONS } from "./exceptions.ts";
import { itAnswersAsRecorded } from "./it-answers-as-recorded.ts";

describe("writes.json in the profile strapi", () => {
  const vectors = writeVectors();
  itAnswersAsRecorded({
    file: "writes.json",
    profile: "strapi",
    types: vectors,
    groups: [...new Set(vectors.scenarios.map(({ group }) => group))],
    play: (server) => playWrites(vectors, server),
    exceptions: WRITE_EXCEPTIONS,
    atLeast: 95,
  });
});
