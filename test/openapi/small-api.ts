import type { ProfileName } from "../../transport/contract/profiles/profile-name.ts";
import { createGalley, type Galley } from "../../transport/galley.ts";
import { schemaOf } from "../support/content/schema-of.ts";
import { SERVER_HEADER } from "../support/openapi/prism-sender.ts";

const SCHEMA = schemaOf({
  post: {
    attributes: {
      title: { type: "string", required: true, maxLength: 40 },
      body: { type: "blocks" },
      views: { type: "integer" },
      hits: { type: "biginteger" },
      rating: { type: "decimal" },
      featured: { type: "boolean", default: false },
      day: { type: "date" },
      at: { type: "datetime" },
      kind: { type: "enumeration", enum: ["news", "essay"] },
      more: { type: "json" },
      author: { type: "relation", relation: "manyToOne", target: "api::author.author", inversedBy: "posts" },
    },
  },
  author: {
    dp: false,
    attributes: {
      name: { type: "string", required: true },
      posts: { type: "relation", relation: "oneToMany", target: "api::post.post", mappedBy: "author" },
    },
  },
});

/** A galley whose document is small enough for tools that take long. */
export function openSmall(profile: ProfileName, token: string): Promise<Galley> {
  return createGalley({
    schema: SCHEMA,
    profile,
    uploads: false,
    roles: { public: { author: ["find"] } },
    tokens: [{ name: "all", token, access: "full-access" }],
  });
}

export interface Ways {
  /** Address of the proxy. */
  readonly through: string;
  /** Address of the server behind it. */
  readonly url: string;
}

export interface Exchanges {
  readonly asked: number;
  /** Answers that the proxy has given in the server's place. */
  readonly violations: readonly string[];
}

/** Sends the requests that a program makes by the document: writes, all kinds of reads, and refused requests. */
export async function askSmall({ through, url }: Ways, token: string): Promise<Exchanges> {
  const violations: string[] = [];
  let asked = 0;
  const send = async (method: string, path: string, body?: object, by: string | null = token): Promise<Found> => {
    asked++;
    const text = await exchange(method, { through, url }, path, body, by);
    // An answer of the proxy itself names one of its own errors.
    if (/stoplight\.io\/prism|FetchError/.test(text)) violations.push(`${method} ${path}: ${text.slice(0, 1000)}`);
    return text === "" ? {} : JSON.parse(text);
  };

  const ada = await send("POST", "/api/authors", { data: { name: "Ada" } });
  const made: string[] = [];
  for (const [at, data] of POSTS.entries()) {
    const author = at % 2 === 0 ? ada.data?.documentId : { connect: [ada.data?.documentId] };
    const post = await send("POST", "/api/posts?status=published&populate[author]=true", { data: { ...data, author } });
    made.push(post.data?.documentId ?? "");
  }
  for (const query of QUERIES) {
    for (const root of ["/api/posts", `/api/posts/${made[0]}`]) {
      if (root !== "/api/posts" && /^(?:pagination|sort)/.test(query)) continue;
      await send("GET", `${root}?${query}`);
      await send("GET", `${root}?${query}&status=draft`);
    }
  }
  for (const query of AUTHOR_QUERIES) await send("GET", `/api/authors?${query}`, undefined, null);
  await send("GET", "/api/authors", undefined, "unknown");
  await send("GET", "/api/posts/unknown");
  await send("PUT", `/api/posts/${made[1]}`, { data: { title: "Changed", body: null } });
  await send("PUT", "/api/posts/unknown", { data: { title: "Changed" } });
  await send("POST", "/api/authors", { data: { name: "", posts: { connect: ["unknown"] } } });
  for (const id of [...made, "unknown"]) await send("DELETE", `/api/posts/${id}`);
  return { asked, violations };
}

async function exchange(method: string, { through, url }: Ways, path: string, body?: object, token?: string | null) {
  const headers = {
    [SERVER_HEADER]: url,
    ...(typeof token === "string" && { authorization: `Bearer ${token}` }),
    ...(body !== undefined && { "content-type": "application/json" }),
  };
  const answer = await fetch(through + path, {
    method,
    headers,
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  return answer.text();
}

interface Found {
  readonly data?: { readonly documentId?: string } | null;
}

const POSTS = [
  {
    title: "Bread",
    views: 3,
    hits: "12345678901234567890",
    rating: 4.5,
    featured: true,
    kind: "news",
    more: { a: [1] },
  },
  { title: "Tea", day: "2026-01-02", at: "2026-01-02T03:04:05.000Z", kind: null },
  { title: "Soup", body: [{ type: "paragraph", children: [{ type: "text", text: "Hot" }] }], more: null },
];

const FIELDS = ["title", "views", "rating", "day", "at", "kind", "featured", "id", "documentId", "createdAt"];
const OPERATORS = ["$eq", "$ne", "$lt", "$lte", "$gt", "$gte", "$in"];
const OPERANDS: { readonly [field: string]: string } = {
  views: "3",
  rating: "4.5",
  day: "2026-01-02",
  at: "2026-01-02T03:04:05.000Z",
  createdAt: "2026-01-02T03:04:05.000Z",
  featured: "true",
  id: "1",
};

const QUERIES = [
  "",
  ...FIELDS.flatMap((field) =>
    OPERATORS.map(
      (operator) => `filters[${field}][${operator}]${operator === "$in" ? "[0]" : ""}=${OPERANDS[field] ?? "Tea"}`,
    ),
  ),
  ...["$contains", "$notContains", "$containsi", "$startsWith", "$endsWith"].map((name) => `filters[title][${name}]=e`),
  "filters[author][name][$eq]=Ada",
  "filters[author][$null]=true",
  "filters[$or][0][title]=Tea&filters[$or][1][views][$gt]=1",
  "filters[title][$not][$eq]=Tea",
  "fields[0]=title&fields[1]=views",
  "populate=*",
  "populate[0]=author",
  "populate[author][fields][0]=name",
  "populate[author][populate][posts][filters][title]=Tea",
  "populate[author][count]=true",
  "sort=title:desc",
  "sort[0]=author.name&sort[1]=views:asc",
  "pagination[page]=1&pagination[pageSize]=2",
  "pagination[start]=1&pagination[limit]=1&pagination[withCount]=false",
  "publicationFilter=modified",
  "hasPublishedVersion=true",
  "_q=tea",
];

const AUTHOR_QUERIES = ["", "filters[name]=Ada", "sort=name", "fields=name", "pagination[limit]=1"];
