import { expect, test } from "vitest";
import { ASKED, ask, runProject } from "../strapi-project.ts";

test("createdBy and updatedBy are populated as null, beside what else is populated", async () => {
  await runProject(ASKED);
  const seen = await ask(`
    const documents = strapi.documents("api::post.post");
    await documents.create({ data: { title: "a", seo: { metaTitle: "m" } } });
    const shown = ({ title, createdBy, updatedBy, seo }) => ({ title, createdBy, updatedBy, seo: seo?.metaTitle });
    return {
      list: (await documents.findMany({ populate: ["createdBy", "seo"] })).map(shown),
      text: shown(await documents.findFirst({ populate: "updatedBy" })),
      object: shown(await documents.findFirst({ populate: { createdBy: { fields: ["id"] }, updatedBy: false, seo: true } })),
      row: shown(await strapi.db.query("api::post.post").findOne({ where: { title: "a" }, populate: ["createdBy"] })),
      counted: (await strapi.db.query("api::post.post").findWithCount({ populate: { updatedBy: true } }))[0].map(shown),
      none: await documents.findFirst({ filters: { title: "b" }, populate: ["createdBy"] }),
      unknown: await documents.findMany({ populate: ["createdBy", "nobody"] }).catch(({ message }) => message),
    };`);
  expect(seen).toEqual({
    list: [{ title: "a", createdBy: null, updatedBy: undefined, seo: "m" }],
    text: { title: "a", createdBy: undefined, updatedBy: null, seo: undefined },
    object: { title: "a", createdBy: null, updatedBy: undefined, seo: "m" },
    row: { title: "a", createdBy: null, updatedBy: undefined, seo: undefined },
    counted: [{ title: "a", createdBy: undefined, updatedBy: null, seo: undefined }],
    none: null,
    unknown: "Invalid key nobody",
  });
});
