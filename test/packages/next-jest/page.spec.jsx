import { createGalley } from "galley";
import { renderToStaticMarkup } from "react-dom/server";
import Page from "./app/page";

test("a page shows what the content engine has", async () => {
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
    seed: { post: [{ title: "Bread" }, { title: "Tea" }] },
  });
  process.env.CMS_URL = (await galley.listen({ port: 0 })).url;
  expect(renderToStaticMarkup(await Page())).toBe("<ul><li>Bread</li><li>Tea</li></ul>");
  await galley.close();
});
