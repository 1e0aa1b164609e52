import { describe } from "vitest";
import { titleOf } from "../../support/vectors/outcome.ts";
import { playGraphql } from "../../support/vectors/play-graphql.ts";
import { graphqlVectors } from "../../support/vectors/vector-file.ts";
import { DEFAULT_PROFILE_GRAPHQL_EXCEPTIONS, GRAPHQL_EXCEPTIONS } from "./exceptions.ts";
import { itAnswersAsRecorded } from "./it-answers-as-recorded.ts";

describe("graphql.json in the default profile, but for what the seed asks otherwise", () => {
  const vectors = graphqlVectors();
  const cases = vectors.cases.filter(({ profiles }) => profiles === undefined);
  const known = new Set(cases.map(titleOf));
  const exceptions = GRAPHQL_EXCEPTIONS.map((exception) => {
    return { ...exception, cases: exception.cases.filter((title) => known.has(title)) };
  });
  itAnswersAsRecorded({
    file: "graphql.json",
    profile: "contract",
    types: vectors,
    groups: [...new Set(cases.map(({ group }) => group)), "transport"],
    play: (server) => playGraphql({ ...vectors, cases }, server),
    exceptions: [...exceptions, ...DEFAULT_PROFILE_GRAPHQL_EXCEPTIONS],
    atLeast: 98,
    quirks: new Set(cases.filter(({ quirk }) => quirk !== undefined).map(titleOf)),
  });
});
