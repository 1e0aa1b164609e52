import { openServer } from "../servers/open-server.ts";

const text = { type: "string" };
const localized = { i18n: { localized: true } };

const TYPES = [
  typeOf("post", "posts", true, {
    title: text,
    author: { type: "relation", relation: "manyToOne", target: "api::author.author", inversedBy: "posts" },
    tags: { type: "relation", relation: "manyToMany", target: "api::tag.tag" },
    seo: { type: "component", component: "shared.seo", repeatable: false },
    zone: { type: "dynamiczone", components: ["shared.seo"] },
  }),
  typeOf("author", "authors", false, {
    name: text,
    posts: { type: "relation", relation: "oneToMany", target: "api::post.post", mappedBy: "author" },
  }),
  typeOf("tag", "tags", true, { label: text }),
];
const SEO = {
  uid: "shared.seo",
  category: "shared",
  schema: {
    displayName: "seo",
    attributes: { meta: text, by: { type: "relation", relation: "oneToOne", target: "api::author.author" } },
  },
};

function typeOf(name: string, pluralName: string, draftAndPublish: boolean, attributes: object) {
  const pluginOptions = name === "post" ? localized : {};
  const info = { displayName: name, singularName: name, pluralName };
  const schema = { kind: "collectionType", draftAndPublish, pluginOptions, ...info, attributes };
  return { uid: `api::${name}.${name}`, apiID: name, schema };
}

const WHEN = "2026-01-02T03:04:05.000Z";

interface Version4Row {
  readonly id: number;
  readonly publishedAt?: string | null;
  readonly locale?: string;
  /** Ids of the same entry in other locales. */
  readonly localizations?: readonly number[];
  readonly [attribute: string]: unknown;
}

const one = (id: number, attributes: object = {}) => ({ data: { id, attributes } });
const seo = (id: number, author: number) => ({ id, meta: `meta ${id}`, by: one(author) });
const tagOf = (id: number) => ({ id, attributes: { publishedAt: id === 2 ? null : WHEN } });

/** Rows of each list, with links in `data`, as Strapi 4.25 shows them. */
const ROWS: { readonly [list: string]: readonly Version4Row[] } = {
  posts: [
    {
      id: 1,
      title: "One",
      publishedAt: WHEN,
      locale: "en",
      localizations: [3],
      author: one(1),
      tags: { data: [tagOf(1), tagOf(2)] },
      seo: seo(1, 2),
      zone: [{ __component: "shared.seo", ...seo(2, 1) }],
    },
    { id: 2, title: "Draft", publishedAt: null, locale: "en", author: one(2), tags: { data: [tagOf(1)] }, zone: [] },
    { id: 3, title: "Un", publishedAt: WHEN, locale: "fr", localizations: [1], tags: { data: [] }, zone: [] },
  ],
  authors: [
    { id: 1, name: "Author 1", posts: { data: [{ id: 1, attributes: { publishedAt: WHEN } }] } },
    { id: 2, name: "Author 2", posts: { data: [{ id: 2, attributes: { publishedAt: null } }] } },
  ],
  tags: [
    { id: 1, label: "shown", publishedAt: WHEN },
    { id: 2, label: "hidden", publishedAt: null },
  ],
};

/** Users are listed as they are. */
const USERS = [{ id: 7, username: "ann", email: "ann@example.org", createdAt: WHEN, updatedAt: WHEN }];

/** Lists as Strapi 4.25 answers them: it refuses what version 5 alone knows. */
function listOf(rows: readonly Version4Row[], query: URLSearchParams): object | null {
  const all = [...query];
  if (all.some(([key, value]) => key === "status" || value === "documentId" || value === "*")) return null;
  const locale = query.get("locale") ?? "en";
  const numbers = (pattern: RegExp) => all.flatMap(([key, value]) => (pattern.test(key) ? [Number(value)] : []));
  const named = numbers(/^filters(\[\$or\]\[0\])?\[id\]\[\$in\]/);
  const [after = 0] = numbers(/^filters\[id\]\[\$gt\]/);
  const [before = Number.POSITIVE_INFINITY] = numbers(/^filters\[id\]\[\$lt\]/);
  const found = rows.filter(({ id, publishedAt, locale: own, localizations = [] }) => {
    if (id <= after || id >= before || (own !== undefined && locale !== "all" && own !== locale)) return false;
    if (named.length > 0 && ![id, ...localizations].some((each) => named.includes(each))) return false;
    return publishedAt !== null || query.get("publicationState") === "preview";
  });
  if (query.get("sort") === "id:desc") found.reverse();
  const pageSize = Math.min(100, Number(query.get("pagination[pageSize]") ?? 25));
  const data = found.slice(0, pageSize).map(({ id, localizations, ...attributes }) => {
    const others = localizations === undefined ? [] : localizations.map((other) => ({ id: other, attributes: {} }));
    const shown = attributes.locale === undefined ? {} : { localizations: { data: others } };
    return { id, attributes: { ...attributes, createdAt: WHEN, updatedAt: WHEN, ...shown } };
  });
  return { data, meta: { pagination: { page: 1, pageSize, pageCount: 1, total: found.length } } };
}

/** A server that answers as Strapi 4 does, on a real port. `own`: rows of lists in place of the usual ones. */
export async function openStrapi4(own: { readonly [list: string]: readonly Version4Row[] } = {}) {
  const { url } = await openServer(({ url = "" }, response) => {
    const { pathname, searchParams } = new URL(url, "http://localhost");
    const name = pathname.replace("/api/", "");
    const rows = { ...ROWS, ...own }[name];
    const locales = ["en", "fr"].map((code) => ({ code, name: code, isDefault: code === "en" }));
    const answers: { readonly [path: string]: unknown } = {
      "content-type-builder/content-types": { data: TYPES },
      "content-type-builder/components": { data: [SEO] },
      "i18n/locales": locales,
      users: USERS.filter(({ id }) => id > Number(searchParams.get("filters[id][$gt]") ?? 0)),
    };
    const answer = rows === undefined ? answers[name] : listOf(rows, searchParams);
    const status = answer === undefined ? 404 : answer === null ? 400 : 200;
    response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(answer ?? { data: null }));
  });
  return url;
}
