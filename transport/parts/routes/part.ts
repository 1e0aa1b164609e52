import type { Part } from "../part.ts";
import { interceptWithRoutes } from "./intercept.ts";

interface RouteSettings {
  readonly answerBytes: number;
  readonly etag?: boolean;
}

/** Routes of the user's own, before all others. */
export const ROUTES: Part<RouteSettings> = {
  open: ({ answerBytes, etag }, { profile, jsonLimits }) => ({
    serve: (mounting) => ({
      interceptors: [
        interceptWithRoutes(
          { ...mounting, profile, jsonLimits, answerBytes, entityTags: etag ?? profile.entityTags },
          mounting.ownRoutes,
        ),
      ],
    }),
  }),
};
