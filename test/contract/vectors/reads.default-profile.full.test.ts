import { describe } from "vitest";
import { playReads } from "../../support/vectors/play-reads.ts";
import { readVectors } from "../../support/vectors/vector-file.ts";
import { DEFAULT_PROFILE_READ_EXCEPTIONS, READ_EXCEPTIONS } from "./exceptions.ts";
import { itAnswersAsRecorded } from "./it-answers-as-recorded.ts";

/** The recorded answers hold in the default profile too, wherever the seeds and the decisions do not say otherwise. */
describe("reads.json in the default profile", () => {
  const vectors = readVectors();
  const cases = vectors.cases.filter(({ seed }) => seed !== "differs");
  itAnswersAsRecorded({
    file: "reads.json, default profile",
    profile: "contract",
    types: vectors,
    groups: [...new Set(cases.map(({ group }) => group))],
    play: (server) => playReads({ ...vectors, cases }, server),
    exceptions: [...READ_EXCEPTIONS, ...DEFAULT_PROFILE_READ_EXCEPTIONS],
    atLeast: 95,
  });
});
