import type { RestConfig } from "../../contract/profiles/rest-config.ts";
import type { ReadLimits } from "../../http/params/query-string.ts";
import type { Part } from "../part.ts";
import { servesStudio } from "../studio/studio-option.ts";
import { contentService } from "./content-service.ts";
import { defaultPopulate } from "./default-populate.ts";
import { schemaRoutes } from "./schema-routes.ts";

interface RestSettings {
  readonly rest: RestConfig;
  readonly queryLimits: Partial<ReadLimits>;
  readonly answerBytes: number;
  readonly etag?: boolean;
  readonly explain: boolean;
  readonly studio?: boolean;
}

/** The content types over REST. */
export const REST: Part<RestSettings> = {
  open: (settings, { schema, profile, prefix, jsonLimits }) => {
    const { rest, etag: entityTags } = settings;
    const studio = servesStudio(settings);
    const populates = defaultPopulate(schema, profile.rules, rest.populate);
    return {
      describes: async () => (await import("./operations.ts")).DESCRIPTION,
      links: [{ name: "rest", path: prefix, isPage: false }],
      serve: (mounting) => ({
        fallback: (beside) =>
          contentService({ ...settings, ...mounting, profile, jsonLimits, populates, entityTags, beside, studio }),
        beside: schemaRoutes({ schema, authorize: mounting.authorize, prefix }),
      }),
    };
  },
};
