import { afterAll, beforeAll, beforeEach, expect, test } from "@jest/globals";
import { createGalley, type Galley } from "galley";
import { EngineError } from "galley/engine";

let base: Galley;
let galley: Galley;
beforeAll(async () => {
  base = await createGalley({
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
});
beforeEach(() => {
  galley = base.fork();
});
afterAll(() => base.close());

test("answers without a socket", async () => {
  const { data } = await (await galley.fetch("/api/posts")).json();
  expect(data).toMatchObject([{ title: "Bread" }]);
});

test("answers on a port", async () => {
  const { url } = await galley.listen({ port: 0 });
  expect((await fetch(`${url}/api/posts`)).status).toBe(200);
  await galley.close();
});

test("throws its own errors", async () => {
  await expect(galley.documents("api::post.post").create({ data: {} })).rejects.toThrow(EngineError);
});
