import type { Schema } from "../../../engine/internal.ts";
import type { Authorize } from "../../access/authorize.ts";
import type { Route } from "../../http/router.ts";
import type { RouteHandle } from "../../http/service.ts";

export interface SchemaRoutesOptions {
  readonly schema: Schema;
  readonly authorize: Authorize;
  /** First part of every path, `/api`. */
  readonly prefix: string;
}

/** No role can be granted anything on it, and reading it is neither Strapi's `find` nor `findOne`: full access only. */
const SUBJECT = "plugin::content-type-builder.content-types";

/**
 * The content types and components, as Strapi's content type builder lists them: `gatsby-source-strapi` and generators
 * of types ask for them.
 */
export function schemaRoutes({ schema, authorize, prefix }: SchemaRoutesOptions): readonly Route<RouteHandle>[] {
  const route = (name: "content-types" | "components"): Route<RouteHandle> => ({
    method: "GET",
    path: `${prefix}/content-type-builder/${name}`,
    describes: null,
    handle: async ({ request }) => {
      authorize(request, SUBJECT, "update");
      const { listedComponents, listedTypes } = await import("./listed-models.ts");
      const data = name === "components" ? listedComponents(schema) : listedTypes(schema);
      return { status: 200, body: JSON.stringify({ data }) };
    },
  });
  return [route("content-types"), route("components")];
}
