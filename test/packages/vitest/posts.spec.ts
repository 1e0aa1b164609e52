import { galleyTest } from "galley/vitest";
import { expect } from "vitest";

const test = galleyTest({
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

test("serves a fork over HTTP", async ({ galley, galleyUrl }) => {
  await galley.documents("api::post.post").create({ data: { title: "Tea" } });
  const { data } = await (await fetch(`${galleyUrl}/api/posts?sort=title`)).json();
  expect(data.map(({ title }: { title: string }) => title)).toEqual(["Bread", "Tea"]);
});

test("sees nothing of the other test", async ({ galley }) => {
  expect(await galley.documents("api::post.post").count()).toBe(1);
});
