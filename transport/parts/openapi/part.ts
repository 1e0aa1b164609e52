import type { Part } from "../part.ts";
import type { OpenapiMode } from "./openapi-mode.ts";
import { openapiRoutes } from "./routes.ts";

/** The OpenAPI document. */
export const OPENAPI: Part<{ readonly openapi?: OpenapiMode }> = {
  open: ({ openapi }, { prefix }) => {
    const mode = openapi ?? (process.env.NODE_ENV === "production" ? "off" : "public");
    if (mode === "off") return null;
    return {
      links: [{ name: "openapi", path: `${prefix}/openapi.json`, isPage: mode === "public" }],
      serve: ({ findCaller, deployed, ownRoutes }) => ({
        beside: openapiRoutes({ mode, findCaller, deployed, ownRoutes, prefix }),
      }),
    };
  },
};
