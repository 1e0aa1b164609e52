import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { createGalley } from "galley";
import { galleyHandlers } from "galley/msw";
import { setupServer } from "msw/node";

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
const server = setupServer(...galleyHandlers("https://cms.example.com", () => galley));
before(() => server.listen({ onUnhandledRequest: "error" }));
after(async () => {
  server.close();
  await galley.close();
});

test("answers at the address that the code under test expects", async () => {
  const { data } = await (await fetch("https://cms.example.com/api/posts")).json();
  assert.equal(data[0].title, "Bread");
});
