import { describe } from "vitest";
import { playReads } from "../../support/vectors/play-reads.ts";
import { readVectors } from "../../support/vectors/vector-file.ts";
import { READ_EXCEPTIONS } from "./exceptions.ts";
import { itAnswersAsRecorded } from "./it-answers-as-recorded.ts";

describe("reads.json in the profile strapi", () => {
  const vectors = readVectors();
  itAnswersAsRecorded({
    file: "reads.json",
    profile: "strapi",
    types: vectors,
    groups: [...new Set(vectors.cases.map(({ group }) => group))],
    play: (server) => playReads(vectors, server),
    exceptions: READ_EXCEPTIONS,
    atLeast: 98,
  });
});
