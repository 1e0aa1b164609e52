import { describe } from "vitest";
import { playWrites } from "../../support/vectors/play-writes.ts";
import { pluginVectors } from "../../support/vectors/vector-file.ts";
import { itAnswersAsRecorded } from "./it-answers-as-recorded.ts";

describe("plugins.json in the profile strapi", () => {
  const { locales = [], ...vectors } = pluginVectors();
  itAnswersAsRecorded({
    file: "plugins.json",
    profile: "strapi",
    types: vectors,
    locales,
    groups: [...new Set(vectors.scenarios.map(({ group }) => group))],
    play: (server) => playWrites(vectors, server),
    exceptions: [],
    atLeast: 100,
  });
});
