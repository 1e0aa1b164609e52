import { describe } from "vitest";
import { playWrites } from "../../support/vectors/play-writes.ts";
import { localeVectors } from "../../support/vectors/vector-file.ts";
import { LOCALE_EXCEPTIONS } from "./exceptions.ts";
import { itAnswersAsRecorded } from "./it-answers-as-recorded.ts";

describe("locales.json in the profile strapi", () => {
  const { locales = [], ...vectors } = localeVectors();
  itAnswersAsRecorded({
    file: "locales.json",
    profile: "strapi",
    types: vectors,
    locales,
    groups: [...new Set(vectors.scenarios.map(({ group }) => group))],
    play: (server) => playWrites(vectors, server),
    exceptions: LOCALE_EXCEPTIONS,
    atLeast: 90,
  });
});
