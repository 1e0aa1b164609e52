import assert from "node:assert/strict";
import { after, beforeEach, test } from "node:test";
import { createGalley } from "galley";

const galley = await createGalley({
  schema: {
    contentTypes: {
      "api::post.post": {
        info: { singularName: "post", pluralName: "posts", displayName: "Post" },
        attributes: { title: { type: "string", required: true } },
      },
    },
  },
  roles: { public: { "*": ["find"] } },
  seed: { post: [{ title: "Bread" }] },
});
const posts = galley.documents("api::post.post");
beforeEach(() => galley.reset());
after(() => galley.close());

for (const title of ["Tea", "Soup"]) {
  test(`knows ${title} and what was there before`, async () => {
    await posts.create({ data: { title } });
    const { data } = await (await galley.fetch("/api/posts?sort=id")).json();
    assert.deepEqual(
      data.map((post) => post.title),
      ["Bread", title],
    );
  });
}
