import type { Galley } from "../../../../../../transport/galley.ts";
import { withJson } from "../../../../../support/requests/json.ts";
import { TYPES } from "../../strapi-project.ts";

/** A project whose tags have drafts too, and entries by `bootstrap`, with this code in `register`. */
export function extended(code: string, more: { readonly [file: string]: unknown } = {}) {
  const tag = "src/api/tag/content-types/tag/schema.json" as const;
  return {
    [tag]: { ...TYPES[tag], options: { draftAndPublish: true } },
    "src/index.js": `
      const { errors } = require("@strapi/utils");
      module.exports = {
        register({ strapi }) {
          const extension = strapi.plugin("graphql").service("extension");
          ${code}
        },
        async bootstrap({ strapi }) {
          const tag = await strapi.documents("api::tag.tag").create({ data: { name: "New" }, status: "published" });
          for (const [title, status] of [["Alpha", "published"], ["Beta", "published"], ["Draft", "draft"]]) {
            const data = { title, slug: title.toLowerCase(), secret: "s", tags: [tag.documentId], seo: { metaTitle: "of " + title } };
            await strapi.documents("api::post.post").create({ data, status });
          }
        },
      };`,
    ...more,
  };
}

/** Everyone may find posts and tags; the holder of this token may do all. */
export const OPTIONS = {
  open: false,
  graphql: true,
  roles: { public: { post: ["find", "findOne"], tag: ["find"] } },
  tokens: [
    { name: "all", token: "all-of-it-0123456789", access: "full-access" },
    { name: "read", token: "read-it-0123456789", access: "read-only" },
  ],
} as const;

export const ALL = { authorization: "Bearer all-of-it-0123456789" };
export const READ = { authorization: "Bearer read-it-0123456789" };

export async function sent(
  galley: Pick<Galley, "fetch">,
  query: string,
  headers: object = {},
  variables: object = {},
): Promise<Response> {
  return galley.fetch("/graphql", withJson("POST", { query, variables }, headers));
}

/** The answer to an operation. */
export async function asked(...given: Parameters<typeof sent>): Promise<{ readonly data?: unknown }> {
  return (await (await sent(...given)).json()) as { readonly data?: unknown };
}
