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

// Recorded from 5.54, of a type without locales.
test("everything populated shows creators and localizations too, which sanitizing takes away", async () => {
  await runProject(ASKED);
  const seen = await ask(`
    const documents = strapi.documents("api::post.post");
    const shown = ({ title, createdBy, updatedBy, localizations, seo }) => ({ title, createdBy, updatedBy, localizations, seo });
    const created = await documents.create({ data: { title: "a" }, populate: "*" });
    const [entry] = await documents.findMany({ populate: "*" });
    return {
      created: shown(created),
      entry: shown(entry),
      service: shown((await strapi.entityService.findMany("api::post.post", { populate: "*" }))[0]),
      row: shown(await strapi.db.query("api::post.post").findOne({ where: { title: "a" }, populate: true })),
      sanitized: Object.keys(await strapi.contentAPI.sanitize.output(entry, strapi.contentType("api::post.post"))),
    };`);
  const whole = { title: "a", createdBy: null, updatedBy: null, localizations: [], seo: null };
  expect(seen).toMatchObject({ created: whole, entry: whole, service: whole, row: whole });
  const { sanitized } = seen as { readonly sanitized: readonly string[] };
  expect(sanitized.filter((name) => /^(?:createdBy|updatedBy|localizations)$/.test(name))).toEqual([]);
});
