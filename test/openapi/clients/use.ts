import createClient from "openapi-fetch";
import { stringify } from "qs";
import type { components, paths } from "./api.js";
import { findAllPost, findOnePage, createPost as heyCreate, updatePost as heyUpdate } from "./hey";
import { client } from "./hey/client.gen";

const [url = "", token = ""] = process.argv.slice(2);
const querySerializer = (query: object) => stringify(query, { encodeValuesOnly: true });
const headers = { authorization: `Bearer ${token}` };
const api = createClient<paths>({ baseUrl: url, headers, querySerializer });

function must<T>(value: T | undefined, why: unknown): T {
  if (value === undefined) throw new Error(JSON.stringify(why));
  return value;
}

// openapi-fetch
const listed = await api.GET("/api/posts", {
  params: {
    query: {
      filters: {
        featured: { $eq: true },
        author: { name: { $startsWith: "T" } },
        $or: [{ title: { $containsi: "a" } }, { slug: "x" }],
      },
      populate: { author: { fields: ["name"] }, tags: true },
      fields: ["title", "publishedDate"],
      sort: ["publishedDate:desc"],
      pagination: { page: 1, pageSize: 5 },
    },
  },
});
const { data: posts, meta } = must(listed.data, listed.error);
const [post] = posts;
if (post === undefined || meta.pagination === undefined) throw new Error("nothing found");
const author: components["schemas"]["Author"] | components["schemas"]["Count"] | null | undefined = post.author;
if (!author || !("name" in author) || author.name === undefined) throw new Error("no author");
console.log("found", posts.length, post.title?.length ?? 0, author.name.length > 0, Array.isArray(post.tags));

const created = await api.POST("/api/posts", {
  body: { data: { title: "Typed", slug: "typed", author: author.documentId } },
  params: { query: { populate: ["author"] } },
});
const made = must(created.data, created.error).data;
const changed = await api.PUT("/api/posts/{documentId}", {
  params: { path: { documentId: made.documentId } },
  body: { data: { excerpt: "by openapi-fetch" } },
});
console.log("changed", must(changed.data, changed.error).data.excerpt);
const missing = await api.GET("/api/posts/{documentId}", { params: { path: { documentId: "nope" } } });
if (missing.error === undefined) throw new Error("found what is not there");
console.log("missing", missing.response.status, missing.error.error.name);
const removed = await api.DELETE("/api/posts/{documentId}", { params: { path: { documentId: made.documentId } } });
console.log("removed", removed.response.status);

// @hey-api/openapi-ts
client.setConfig({ baseUrl: url, headers, querySerializer });
const hey = await findAllPost({
  query: { filters: { featured: true }, populate: "*", pagination: { start: 0, limit: 3 } },
});
console.log("hey", must(hey.data, hey.error).data.length);
const heyMade = await heyCreate({ body: { data: { title: "Hey", slug: "hey" } } });
const { documentId } = must(heyMade.data, heyMade.error).data;
const heyChanged = await heyUpdate({ path: { documentId }, body: { data: { excerpt: "by hey-api" } } });
console.log("hey changed", must(heyChanged.data, heyChanged.error).data.excerpt);
const pages = await api.GET("/api/pages", {
  params: { query: { populate: { blocks: { populate: "*" } }, pagination: { limit: 1, start: 0 } } },
});
const page = must(pages.data, pages.error).data[0];
if (page === undefined) throw new Error("no page");
for (const block of page.blocks ?? []) {
  switch (block.__component) {
    case "blocks.text":
      console.log("text", typeof block.body);
      break;
    case "blocks.hero":
      console.log("hero", typeof block.heading);
      break;
  }
}
const heyPage = await findOnePage({ path: { documentId: page.documentId } });
console.log("hey page", must(heyPage.data, heyPage.error).data.documentId === page.documentId);

// @ts-expect-error
void (() => api.GET("/api/posts", { params: { query: { filters: { titel: "x" } } } }));
// @ts-expect-error
void (() => api.POST("/api/posts", { body: { data: { title: 5 } } }));
// @ts-expect-error
void (() => heyCreate({ body: { data: { featured: "no" } } }));
