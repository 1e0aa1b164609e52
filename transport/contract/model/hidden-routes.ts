import type { ContentType, Schema, SchemaIssue } from "../../../engine/internal.ts";

/** The routes of Strapi's plugins, below the prefix, that a content type may have too: with one or two segments. */
export const PLUGIN_ROUTES: readonly string[] = [
  "GET /connect/:provider",
  "POST /auth/local",
  "POST /auth/change-password",
  "POST /auth/forgot-password",
  "GET /auth/email-confirmation",
  "POST /auth/send-email-confirmation",
  "POST /auth/reset-password",
  "GET /users/me",
  "GET /users/count",
  "GET /users",
  "POST /users",
  "GET /users/:id",
  "PUT /users/:id",
  "DELETE /users/:id",
  "POST /upload",
  "GET /upload/files",
  "GET /users-permissions/permissions",
  "GET /users-permissions/roles",
  "POST /users-permissions/roles",
];

/** The plugin's routes that are not reached, since a content type has their paths and comes first, as in Strapi. */
export function hiddenRoutes(schema: Schema): SchemaIssue[] {
  return [...schema.byPath].flatMap(([name, type]) => {
    const hidden = routesHiddenBy(name, type.kind);
    const key = type.kind === "single" ? "singularName" : "pluralName";
    const message = `is in the path of routes of Strapi's plugins, which are not reached: ${hidden.join(", ")}`;
    return hidden.length === 0 ? [] : [{ model: type.uid, path: ["info", key], message }];
  });
}

/** The plugin's routes that a content type of this kind at this path takes. */
export function routesHiddenBy(name: string, kind: ContentType["kind"]): readonly string[] {
  return PLUGIN_ROUTES.filter((route) => isHidden(route, name, kind));
}

function isHidden(route: string, name: string, kind: ContentType["kind"]): boolean {
  const [method = "", path = ""] = route.split(" ");
  const [, first, second] = path.split("/");
  if (first !== name) return false;
  if (kind === "single") return second === undefined && ["GET", "PUT", "DELETE"].includes(method);
  return (second === undefined ? ["GET", "POST"] : ["GET", "PUT", "DELETE"]).includes(method);
}
