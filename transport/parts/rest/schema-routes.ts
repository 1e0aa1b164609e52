import type { Route } from "../../http/router.ts";
import type { RouteHandle } from "../../http/service.ts";
import type { Common, Mounting } from "../part.ts";

/** No role can be granted anything on it, and reading it is neither Strapi's `find` nor `findOne`: full access only. */
const SUBJECT = "plugin::content-type-builder.content-types";

/**
 * The content types and components, as Strapi's content type builder lists them: `gatsby-source-strapi` and generators
 * of types ask for them.
 */
export function schemaRoutes(
  { schema, prefix }: Pick<Common, "schema" | "prefix">,
  { authorize }: Pick<Mounting, "authorize">,
): readonly Route<RouteHandle>[] {
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
