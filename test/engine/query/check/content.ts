import {
  type Access,
  CHECK_LIMITS,
  type CheckOptions,
  CONTRACT_RULES,
  checkQuery,
  defineSchema,
  EngineError,
  type Query,
  type RawParams,
  type RelationDefinition,
  type RelationKind,
} from "../../../../engine/internal.ts";
import { parseQueryString } from "../../../../transport/http/params/query-string.ts";
import { schemaOf } from "../../../support/content/schema-of.ts";

const text = { type: "string" } as const;
const to = (relation: RelationKind, target: string, other?: Partial<RelationDefinition>): RelationDefinition => ({
  type: "relation",
  relation,
  target: `api::${target}.${target}`,
  ...other,
});

/** Content with everything that a query can name, and some that it must not. */
export const SCHEMA = defineSchema(
  schemaOf(
    {
      post: {
        attributes: {
          title: text,
          body: { type: "blocks" },
          views: { type: "integer" },
          rating: { type: "decimal" },
          big: { type: "biginteger" },
          featured: { type: "boolean" },
          date: { type: "date" },
          time: { type: "time" },
          instant: { type: "datetime" },
          moment: { type: "timestamp" },
          kind: { type: "enumeration", enum: ["alpha", "beta"] },
          data: { type: "json" },
          pass: { type: "password" },
          hush: { type: "string", private: true },
          author: to("manyToOne", "author", { inversedBy: "posts" }),
          tags: to("manyToMany", "tag"),
          owner: to("manyToOne", "secret"),
          seo: { type: "component", component: "shared.seo" },
          links: { type: "component", repeatable: true, component: "shared.link" },
          cover: { type: "media", multiple: false, allowedTypes: ["images"] },
        },
      },
      author: {
        dp: false,
        attributes: {
          name: text,
          note: { type: "string", private: true },
          posts: to("oneToMany", "post", { mappedBy: "author" }),
          country: to("manyToOne", "country"),
        },
      },
      country: { plural: "countries", dp: false, attributes: { code: text, neighbours: to("manyToMany", "country") } },
      tag: { attributes: { slug: text, weight: { type: "integer" } } },
      secret: { dp: false, attributes: { name: text } },
      page: {
        attributes: { title: text, blocks: { type: "dynamiczone", components: ["blocks.hero", "blocks.quote"] } },
      },
      setting: { kind: "singleType", attributes: { siteName: text } },
    },
    {
      "shared.link": { label: text, weight: { type: "integer" }, hush: { type: "string", private: true } },
      "shared.seo": { metaTitle: text, links: { type: "component", repeatable: true, component: "shared.link" } },
      "blocks.hero": { heading: text, cta: { type: "component", component: "shared.link" } },
      "blocks.quote": { body: text, author: to("oneToOne", "author") },
    },
  ),
);

/** A caller without a token, who may read everything but the secrets. */
export const PUBLIC: Access = { authenticated: false, may: (type) => type !== "api::secret.secret" };
/** A caller with a token for everything. */
export const TOKEN: Access = { authenticated: true, may: () => true };

type AskOptions = Partial<Omit<CheckOptions, "type" | "params">> & { readonly type?: string };

/** The query that a list of posts (or `type`) is asked, by a query string or typed parameters. */
export function ask(query: string | RawParams, { type = "post", schema = SCHEMA, ...options }: AskOptions = {}): Query {
  return checkQuery({
    schema,
    type: schema.type(`api::${type}.${type}`),
    params: typeof query === "string" ? parseQueryString(query).params : query,
    access: PUBLIC,
    rules: CONTRACT_RULES,
    limits: CHECK_LIMITS,
    shape: "find",
    ...options,
  });
}

/** How the same is refused. */
export function refusal(query: string | RawParams, options: AskOptions = {}) {
  try {
    ask(query, options);
  } catch (error) {
    if (error instanceof EngineError) return { code: error.code, message: error.message, details: error.details };
    throw error;
  }
  return null;
}
