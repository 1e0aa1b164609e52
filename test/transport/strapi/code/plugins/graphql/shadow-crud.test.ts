import { expect, test } from "vitest";
import { runProject } from "../../strapi-project.ts";
import { ALL, asked, extended, OPTIONS } from "./asked.ts";

const CODE = `
  extension.shadowCRUD("api::site.site").disable();
  extension.shadowCRUD("api::tag.tag").disableMutations().disableActions(["findOne"]);
  const post = extension.shadowCRUD("api::post.post").disableAction("delete");
  post.field("views").disable();
  post.field("slug").disableOutput();
  post.field("title").disableFilters();
  post.field("seo").disableInput();
  strapi.seen = [post.isActionEnabled("delete"), post.isActionEnabled("find"), post.field("slug").hasInputEnabled(), extension.shadowCRUD("api::site.site").isEnabled()];`;

test("shadowCRUD takes types, operations and fields out of the schema", async () => {
  const galley = await runProject(extended(CODE), OPTIONS);
  const names = async (type: string, of: "fields" | "inputFields") => {
    const { data } = (await asked(galley, `{ __type(name: "${type}") { ${of} { name } } }`)) as {
      readonly data: { readonly __type: { readonly [of: string]: readonly { readonly name: string }[] } | null };
    };
    return data.__type?.[of]?.map(({ name }) => name) ?? null;
  };
  const query = await names("Query", "fields");
  expect(query).toEqual(expect.arrayContaining(["post", "posts", "posts_connection", "tags", "tags_connection"]));
  expect(query).not.toContain("tag");
  expect(query).not.toContain("site");
  expect(await names("Mutation", "fields")).toEqual(expect.arrayContaining(["createPost", "updatePost"]));
  const mutation = await names("Mutation", "fields");
  for (const name of ["deletePost", "createTag", "updateTag", "deleteTag", "updateSite"])
    expect(mutation).not.toContain(name);
  expect(await names("Site", "fields")).toBe(null);
  expect(await names("TagInput", "inputFields")).toBe(null);
  const dates = ["createdAt", "updatedAt", "publishedAt"];
  expect(await names("Post", "fields")).toEqual(["documentId", "title", "tags_connection", "tags", "seo", ...dates]);
  expect(await names("PostInput", "inputFields")).toEqual(["title", "slug", "secret", "tags", "publishedAt", "locale"]);
  expect(await names("PostFiltersInput", "inputFields")).toEqual([
    "documentId",
    "slug",
    "tags",
    "seo",
    ...dates,
    "and",
    "or",
    "not",
  ]);
  const seen = (globalThis as unknown as { readonly strapi: { readonly seen: unknown } }).strapi.seen;
  expect(seen).toEqual([false, true, true, false]);
});

test("relations to a type that is switched off are gone, and so are its files' fields", async () => {
  const galley = await runProject(extended('extension.shadowCRUD("api::tag.tag").disable();'), OPTIONS);
  expect(await asked(galley, "{ posts { tags { name } } }")).toMatchObject({
    errors: [{ message: 'Cannot query field "tags" on type "Post".' }],
  });
  expect(await asked(galley, 'mutation { createPost(data: { title: "x", tags: [] }) { title } }', ALL)).toMatchObject({
    errors: [{ message: 'Field "tags" is not defined by type "PostInput".' }],
  });
  expect(await asked(galley, "{ posts { title } }")).toMatchObject({ data: { posts: [{}, {}] } });
});
