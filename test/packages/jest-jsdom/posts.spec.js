import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { createGalley } from "galley";

let galley;
beforeAll(async () => {
  galley = await createGalley({
    schema: {
      contentTypes: {
        "api::post.post": {
          info: { singularName: "post", pluralName: "posts", displayName: "Post" },
          attributes: { title: { type: "string", required: true } },
        },
      },
    },
    roles: { public: { "*": ["find"] } },
    cors: "*",
    seed: { post: [{ title: "Bread" }] },
  });
});
afterAll(() => galley.close());

test("answers a page's XMLHttpRequest, as jsdom has no fetch", async () => {
  const { url } = await galley.listen({ port: 0 });
  const request = new XMLHttpRequest();
  request.open("GET", `${url}/api/posts`);
  const loaded = new Promise((resolve, reject) => Object.assign(request, { onload: resolve, onerror: reject }));
  request.send();
  await loaded;
  document.body.textContent = JSON.parse(request.responseText).data[0].title;
  expect(document.body.textContent).toBe("Bread");
});

test("holds documents", async () => {
  const posts = galley.documents("api::post.post");
  await posts.create({ data: { title: "Tea" } });
  expect(await posts.count()).toBe(2);
});
