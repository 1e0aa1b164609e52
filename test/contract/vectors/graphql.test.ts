import { describe } from "vitest";
import { titleOf } from "../../support/vectors/outcome.ts";
import { playGraphql } from "../../support/vectors/play-graphql.ts";
import { graphqlVectors } from "../../support/vectors/vector-file.ts";
import { GRAPHQL_EXCEPTIONS } from "./exceptions.ts";
import { itAnswersAsRecorded } from "./it-answers-as-recorded.ts";

describe("graphql.json in the profile strapi", () => {
  const vectors = graphqlVectors();
  itAnswersAsRecorded({
    file: "graphql.json",
    profile: "strapi",
    types: vectors,
    groups: [...new Set(vectors.cases.map(({ group }) => group)), "transport"],
    play: (server) => playGraphql(vectors, server),
    exceptions: GRAPHQL_EXCEPTIONS,
    atLeast: 98,
    quirks: new Set(vectors.cases.filter(({ quirk }) => quirk !== undefined).map(titleOf)),
  });
});
