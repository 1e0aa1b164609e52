import { titleOf } from "../../support/vectors/outcome.ts";
import { graphqlVectors, readVectors, writeVectors } from "../../support/vectors/vector-file.ts";
import {
  DEFAULT_PROFILE_GRAPHQL_EXCEPTIONS,
  DEFAULT_PROFILE_READ_EXCEPTIONS,
  GRAPHQL_EXCEPTIONS,
  READ_EXCEPTIONS,
  WRITE_EXCEPTIONS,
} from "./exceptions.ts";
import { graphql, itAnswersAsRecorded, reads, writes } from "./it-answers-as-recorded.ts";

const written = { ...writes(writeVectors()), exceptions: WRITE_EXCEPTIONS, atLeast: 95 };

itAnswersAsRecorded("writes.json", written);

/* The recorded answers hold in the default profile too, wherever the seeds and the decisions do not say otherwise. */

const read = readVectors();

itAnswersAsRecorded("reads.json in the default profile", {
  ...reads({ ...read, cases: read.cases.filter(({ seed }) => seed !== "differs") }),
  profile: "contract",
  exceptions: [...READ_EXCEPTIONS, ...DEFAULT_PROFILE_READ_EXCEPTIONS],
  atLeast: 95,
});

const asked = graphqlVectors();
const cases = asked.cases.filter(({ profiles }) => profiles === undefined);
const known = new Set(cases.map(titleOf));

itAnswersAsRecorded("graphql.json in the default profile", {
  ...graphql({ ...asked, cases }),
  profile: "contract",
  exceptions: [
    ...GRAPHQL_EXCEPTIONS.map((exception) => ({
      ...exception,
      cases: exception.cases.filter((title) => known.has(title)),
    })),
    ...DEFAULT_PROFILE_GRAPHQL_EXCEPTIONS,
  ],
  atLeast: 98,
});

/* A hook that only passes calls on changes no answer: the recordings are played once more through one. */

const hooks = { use: [(_: unknown, next: () => Promise<unknown>) => next()] };

itAnswersAsRecorded("reads.json through a hook", {
  ...reads(read),
  hooks,
  exceptions: [
    ...READ_EXCEPTIONS,
    {
      restsOn: "docs/hooks.md: a hooked read of one entry takes no page",
      cases: ["quirks/top-level start skips the one entry"],
    },
  ],
  atLeast: 98,
});

itAnswersAsRecorded("writes.json through a hook", { ...written, hooks });
