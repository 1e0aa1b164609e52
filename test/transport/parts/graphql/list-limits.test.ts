import { describe, expect, it } from "vitest";
import type { GalleyOptions } from "../../../../transport/galley.ts";
import { ask } from "../../../support/requests/ask-graphql.ts";
import { type OpenBlog, openBlog } from "../../../support/servers/open-blog.ts";

const POSTS = "query ($f: PostFiltersInput, $s: [String]) { all: posts(filters: $f, sort: $s) { title } }";

const filled = <T>(count: number, item: T): readonly T[] => Array.from({ length: count }, () => item);

/** The variables with a list of so many, by the limit of its length. */
const LISTS = {
  listValues: (count: number) => ({ f: { author: { name: { in: filled(count, "x") } } } }),
  branches: (count: number) => ({ f: { or: filled(count, { title: { eq: "x" } }) } }),
  sortKeys: (count: number) => ({ s: filled(count, "title:desc") }),
};

async function withBlog(options: Partial<GalleyOptions>, work: (blog: OpenBlog) => Promise<void>): Promise<void> {
  const blog = await openBlog({ graphql: true, ...options });
  try {
    await work(blog);
  } finally {
    await blog.close();
  }
}

/** A list of the most items is answered, one of one more refused at its field. */
async function expectLimits(blog: OpenBlog, most: { readonly [name in keyof typeof LISTS]: number }): Promise<void> {
  for (const [name, variables] of Object.entries(LISTS)) {
    const limit = most[name as keyof typeof LISTS];
    expect((await ask(blog.visitor, POSTS, variables(limit))).errors, name).toEqual([]);
    const { errors } = await ask(blog.visitor, POSTS, variables(limit + 1));
    const message = expect.stringContaining(`more than ${limit} `);
    expect(errors, name).toMatchObject([{ code: "BAD_USER_INPUT", path: ["all"], message }]);
  }
}

describe("a list in the arguments of GraphQL", () => {
  it("may be as long as one of REST", () =>
    withBlog({}, (blog) => expectLimits(blog, { listValues: 100, branches: 50, sortKeys: 10 })));

  it("may be as long as the configuration says", () => {
    const queryLimits = { listValues: 5, branches: 3, sortKeys: 2 };
    return withBlog({ queryLimits }, (blog) => expectLimits(blog, queryLimits));
  });

  it("has no end in the profile strapi", () =>
    withBlog({ profile: "strapi" }, async (blog) => {
      for (const variables of Object.values(LISTS)) {
        expect((await ask(blog.visitor, POSTS, variables(200))).errors).toEqual([]);
      }
    }));

  it("is held to it in lists of linked entries too", () =>
    withBlog({}, async (blog) => {
      await blog.editor.post("/api/posts", { data: { title: "Alpha", status: "published" } });
      const query = "query ($s: [String]) { posts { tags(sort: $s) { name } } }";
      const { errors } = await ask(blog.visitor, query, { s: filled(11, "name") });
      expect(errors).toMatchObject([{ code: "BAD_USER_INPUT", path: ["posts", 0, "tags"] }]);
    }));
});
