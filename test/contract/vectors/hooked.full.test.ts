import { describe } from "vitest";
import type { Exception } from "../../support/vectors/exception.ts";
import { playReads } from "../../support/vectors/play-reads.ts";
import { playWrites } from "../../support/vectors/play-writes.ts";
import { readVectors, writeVectors } from "../../support/vectors/vector-file.ts";
import { READ_EXCEPTIONS, WRITE_EXCEPTIONS } from "./exceptions.ts";
import { itAnswersAsRecorded } from "./it-answers-as-recorded.ts";

/* A hook that only passes calls on changes no answer: the recordings are played once more through one. */

const PASSING = { use: [(_: unknown, next: () => Promise<unknown>) => next()] };

const READS: readonly Exception[] = [
  {
    restsOn: "docs/hooks.md: a hooked read of one entry takes no page",
    cases: ["quirks/top-level start skips the one entry"],
  },
];

describe("reads.json through a hook", () => {
  const vectors = readVectors();
  itAnswersAsRecorded({
    file: "reads.json through a hook",
    profile: "strapi",
    hooks: PASSING,
    types: vectors,
    groups: [...new Set(vectors.cases.map(({ group }) => group))],
    play: (server) => playReads(vectors, server),
    exceptions: [...READ_EXCEPTIONS, ...READS],
    atLeast: 98,
  });
});

describe("writes.json through a hook", () => {
  const vectors = writeVectors();
  itAnswersAsRecorded({
    file: "writes.json through a hook",
    profile: "strapi",
    hooks: PASSING,
    types: vectors,
    groups: [...new Set(vectors.scenarios.map(({ group }) => group))],
    play: (server) => playWrites(vectors, server),
    exceptions: WRITE_EXCEPTIONS,
    atLeast: 95,
  });
});
