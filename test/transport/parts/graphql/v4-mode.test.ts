import { afterEach, describe, expect, it } from "vitest";
import type { GraphqlOptions } from "../../../../transport/parts/graphql/options.ts";
import { ask } from "../../../support/requests/ask-graphql.ts";
import { type OpenBlog, openBlog } from "../../../support/servers/open-blog.ts";

const LIST = `{
  posts_connection {
    data {
      id
      attributes {
        title
        author { data { attributes { name } } }
        tags_connection { data { attributes { name } } }
      }
    }
    meta { pagination { total } }
  }
}`;

/** Strapi's answers are recorded in test/contract/vectors/v4-mode.json. */
describe("the fields of Strapi 4's answers", () => {
  let blog: OpenBlog | undefined;
  afterEach(() => blog?.close());

  const open = async (graphql: GraphqlOptions): Promise<OpenBlog> => {
    blog = await openBlog({ graphql });
    return blog;
  };

  it("are not there unless they are asked for", async () => {
    const { visitor } = await open({});
    const { errors } = await ask(
      visitor,
      "{ posts { id attributes { title } } posts_connection { data { title } meta { x } } }",
    );
    expect(errors.map(({ message }) => message.split(".")[0])).toEqual([
      'Cannot query field "id" on type "Post"',
      'Cannot query field "attributes" on type "Post"',
      'Cannot query field "data" on type "PostEntityResponseCollection"',
      'Cannot query field "meta" on type "PostEntityResponseCollection"',
    ]);
  });

  it("have the current values of an entry and of those behind it", async () => {
    const { editor, visitor } = await open({ v4CompatibilityMode: true });
    const author = (await editor.post("/api/authors", { data: { name: "Ann" } })).entry.documentId;
    const tag = (await editor.post("/api/tags", { data: { name: "red" } })).entry.documentId;
    const links = { author: { set: [author] }, tags: { set: [tag] } };
    const post = (await editor.post("/api/posts", { data: { title: "One", ...links, status: "published" } })).entry;
    const shown = (title: string, name: string, label: string) => {
      const tags = { data: [{ attributes: { name: label } }] };
      const attributes = { title, author: { data: { attributes: { name } } }, tags_connection: tags };
      const data = [{ id: expect.stringMatching(/^\d+$/), attributes }];
      return { posts_connection: { data, meta: { pagination: { total: 1 } } } };
    };
    const list = async () => (await ask(visitor, LIST)).data;
    for (let time = 0; time < 2; time++) expect(await list()).toEqual(shown("One", "Ann", "red"));
    await editor.put(`/api/authors/${author}`, { data: { name: "Bea" } });
    expect(await list()).toEqual(shown("One", "Bea", "red"));
    await editor.put(`/api/tags/${tag}`, { data: { name: "blue" } });
    expect(await list()).toEqual(shown("One", "Bea", "blue"));
    await editor.put(`/api/posts/${post.documentId}`, { data: { title: "Two" }, status: "published" });
    expect(await list()).toEqual(shown("Two", "Bea", "blue"));
  });

  /** A list of one post, with its author, costs 2. */
  it.each([2, 1])("cost no entries: %i are allowed", async (cost) => {
    const { visitor, editor } = await open({ v4CompatibilityMode: true, limits: { cost } });
    await editor.post("/api/posts", { data: { title: "One" } });
    const now = "{ posts { author { name } } }";
    const once = "{ posts { data { attributes { author { data { attributes { name } } } } } } }";
    const status = cost < 2 ? 400 : 200;
    expect([(await ask(visitor, now)).status, (await ask(visitor, once)).status]).toEqual([status, status]);
  });

  it("are work each time that they are written", async () => {
    const { editor, visitor } = await open({ v4CompatibilityMode: true, limits: { work: 1000 } });
    for (let number = 0; number < 20; number++) await editor.post("/api/tags", { data: { name: `tag ${number}` } });
    const nested = (depth: number) => `{ tags ${"{ data ".repeat(depth)}{ name }${" }".repeat(depth)} }`;
    expect((await ask(visitor, nested(1))).status).toBe(200);
    const { status, errors } = await ask(visitor, nested(15));
    expect(status).toBe(400);
    expect(errors[0]?.message).toContain('exceeds the limit "work"');
  });
});
