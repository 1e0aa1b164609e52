import { ConfigError } from "../../config/config-error.ts";
import type { Part } from "../part.ts";
import { interceptWithRoutes } from "./intercept.ts";
import { type Rewrites, rewriteFaults, withRewrites } from "./rewrites.ts";

interface RouteSettings {
  readonly answerBytes: number;
  readonly etag?: boolean;
  readonly rewrites: Rewrites;
}

/** Routes of the user's own, before all others. */
export const ROUTES: Part<RouteSettings> = {
  open: ({ answerBytes, etag, rewrites }, { profile, jsonLimits }) => {
    const issues = rewriteFaults(rewrites);
    if (issues.length > 0) throw new ConfigError("Options", issues);
    return {
      describes: async () => (await import("./operations.ts")).DESCRIPTION,
      serve: (mounting) => ({
        interceptors: [
          interceptWithRoutes(
            { ...mounting, profile, jsonLimits, answerBytes, entityTags: etag ?? profile.entityTags },
            mounting.ownRoutes,
          ),
        ],
        ...(Object.keys(rewrites).length > 0 && { around: (handler) => withRewrites(rewrites, handler) }),
      }),
    };
  },
};
