import type { Part } from "../part.ts";
import { servesStudio } from "../studio/studio-option.ts";
import { type ContentOptions, contentService } from "./content-service.ts";
import { defaultPopulate } from "./default-populate.ts";
import { schemaRoutes } from "./schema-routes.ts";

interface RestSettings extends Pick<ContentOptions, "rest" | "queryLimits" | "answerBytes" | "explain"> {
  readonly etag?: boolean;
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
        beside: schemaRoutes({ schema, prefix }, mounting),
      }),
    };
  },
};
