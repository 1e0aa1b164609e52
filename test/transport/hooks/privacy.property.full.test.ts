import { afterAll, beforeAll, expect, it } from "vitest";
import { createGalley, type Galley, type HookContext } from "../../../transport/galley.ts";
import { schemaOf } from "../../support/content/schema-of.ts";
import { eventually } from "../../support/eventually.ts";
import { fc } from "../../support/fast-check.ts";

const SCHEMA = schemaOf({
  author: { dp: false, attributes: { name: { type: "string" } } },
  post: {
    attributes: {
      title: { type: "string" },
      hidden: { type: "string", private: true },
      pin: { type: "password" },
      author: { type: "relation", relation: "manyToOne", target: "api::author.author" },
    },
  },
});

/** Additions of hooks to a call, with all rights. */
const ADDED = {
  filter: ({ params }: HookContext) => {
    params.filters = {
      $and: [params.filters ?? {}, { hidden: { $contains: "HIDDEN" }, author: { name: { $ne: "x" } } }],
    };
  },
  populate: ({ params }: HookContext) => {
    params.populate = "*";
  },
  fields: ({ params }: HookContext) => {
    params.fields = ["title", "hidden"];
  },
  sort: ({ params }: HookContext) => {
    params.sort = ["hidden:desc"];
  },
  drafts: ({ params }: HookContext) => {
    params.filters = { ...params.filters, title: { $ne: "y" } };
  },
} as const;

type Addition = keyof typeof ADDED;
let added: readonly Addition[] = [];
/** Whether the hook answers with copies of its entries, or hands them on. */
let marks = false;
/** How many questions are asked. */
const QUESTIONS = Number(process.env.GALLEY_HOOK_QUESTIONS ?? 1_500);
let galley: Galley;
const CALLERS = {
  visitor: {},
  editor: { authorization: "Bearer editor-token" },
  reader: { authorization: "Bearer reader-token" },
} as const;
const FAULTLESS = ["", "sort=title", "filters[title][$contains]=T", "pagination[withCount]=true", "fields=title"];
const FORBIDDEN = ["filters[hidden][$contains]=H", "sort=hidden", "fields=hidden", "filters[pin][$notNull]=true"];
const OF_AUTHOR = ["populate=author", "populate=*", "filters[author][name][$contains]=A", "sort=author.name"];

beforeAll(async () => {
  const options = {
    schema: SCHEMA,
    graphql: true,
    roles: { public: { post: ["find", "findOne"] }, editor: { "*": ["find", "findOne"] } },
    tokens: [
      { name: "editor", token: "editor-token", role: "editor" },
      { name: "reader", token: "reader-token", access: "read-only" },
    ],
    webhooks: [{ name: "site", url: "https://www.example.org/hook" }],
    logger: { info() {}, warn() {}, error() {} },
  };
  galley = (await createGalley(options as never)) as unknown as Galley;
  const author = await galley.documents("api::author.author").create({ data: { name: "AUTHOR" } } as never);
  for (let count = 0; count < 12; count++) {
    const title = count < 8 ? "T" : "DRAFT";
    const data = { title, hidden: `HIDDEN ${count}`, pin: "1234-5678", author: author.documentId };
    const status = count < 8 ? "published" : "draft";
    await galley.documents("api::post.post").create({ data, status } as never);
  }
  galley.use({ types: ["post"] }, async (context, next) => {
    for (const each of added) ADDED[each](context);
    const result = await next();
    if (!marks) return result;
    const mark = (entry: unknown) =>
      typeof entry === "object" && entry !== null ? { ...entry, mark: "ADDED" } : entry;
    return Array.isArray(result) ? result.map(mark) : mark(result);
  });
});
afterAll(() => galley.close());

it("shows nobody, by answers, totals, errors and webhooks, what they may not read, whatever hooks add", async () => {
  const question = fc.record({
    caller: fc.constantFrom(...(Object.keys(CALLERS) as (keyof typeof CALLERS)[])),
    isMarked: fc.boolean(),
    additions: fc.subarray(Object.keys(ADDED) as Addition[]),
    parts: fc.subarray([...FAULTLESS, ...FORBIDDEN, ...OF_AUTHOR], { maxLength: 3 }),
    isGraphql: fc.constantFrom(false, false, true),
  });
  await fc.assert(
    fc.asyncProperty(question, async ({ caller, isMarked, additions, parts, isGraphql }) => {
      added = additions;
      marks = isMarked;
      const headers = { ...CALLERS[caller], "content-type": "application/json" };
      const query = "{ posts_connection { nodes { title author { name } } pageInfo { total } } }";
      const body = JSON.stringify({ query });
      const response = isGraphql
        ? await galley.fetch("/graphql", { method: "POST", headers, body })
        : await galley.fetch(`/api/posts?${parts.join("&")}`, { headers });
      const text = await response.text();
      expect(response.status).toBeLessThan(500);
      for (const secret of ["HIDDEN", "1234-5678", "$2"]) expect(text).not.toContain(secret);
      if (caller === "visitor") for (const secret of ["AUTHOR", "DRAFT"]) expect(text).not.toContain(secret);
      const isForbidden = parts.some((part) => FORBIDDEN.includes(part));
      if (!isGraphql && isForbidden) expect(response.status).toBe(400);
      if (isGraphql || response.status !== 200) return;
      expect(JSON.parse(text).meta.pagination.total).toBe(8);
      expect(JSON.parse(text).data).toHaveLength(8);
      expect(text.includes("ADDED")).toBe(isMarked);
    }),
    { numRuns: QUESTIONS },
  );
  await eventually(() => expect(galley.webhooks.deliveries().length).toBeGreaterThan(12));
  const sent = JSON.stringify(galley.webhooks.deliveries());
  for (const secret of ["HIDDEN", "1234-5678", "$2"]) expect(sent).not.toContain(secret);
}, 600_000);
