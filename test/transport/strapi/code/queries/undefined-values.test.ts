import { expect, test } from "vitest";
import { ASKED, ask, runProject } from "../strapi-project.ts";

const REFUSED = "Undefined binding(s) detected when compiling WHERE. Undefined column(s)";

/** The titles that each condition finds as rows and as documents, or the refusal; recorded from a real Strapi, but for its SQL. */
const FOUND = {
  "{ title: undefined }": [],
  "{ slug: undefined }": ["a"],
  "{ title: { $eq: undefined } }": [],
  "{ slug: { $ne: undefined } }": ["b"],
  "{ title: { $contains: undefined } }": [],
  "{ $or: [{ title: undefined }] }": [],
  "{ $not: { slug: undefined } }": ["b"],
  "{ id: undefined }": `${REFUSED}: [id]`,
  "{ id: { $in: undefined } }": `${REFUSED}: [$in]`,
  "{ views: { $gt: undefined } }": `${REFUSED}: [$gt]`,
  "{ tags: undefined }": `${REFUSED}: [tags]`,
  "{ tags: { id: undefined } }": `${REFUSED}: [id]`,
  "{ $and: undefined }": "Operator $and must be an array",
  "{ createdAt: { $lt: new Date(Date.now() + 100000) } }": ["a", "b"],
};

test("a condition without a value is never left out: it finds what has none, or is refused", async () => {
  await runProject(ASKED);
  await ask(`
    await strapi.documents("api::post.post").create({ data: { title: "a" } });
    await strapi.documents("api::post.post").create({ data: { title: "b", slug: "b" } });`);
  for (const [condition, expected] of Object.entries(FOUND)) {
    const found = await ask(`
      const titles = (given) => given.then((all) => all.map(({ title }) => title), ({ message }) => message);
      return [
        await titles(strapi.db.query("api::post.post").findMany({ where: ${condition}, orderBy: "id" })),
        await titles(strapi.documents("api::post.post").findMany({ filters: ${condition}, sort: "id" })),
      ];`);
    expect([condition, found]).toEqual([condition, [expected, expected]]);
  }
});

test("writes of rows without a value in their condition change none", async () => {
  await runProject(ASKED);
  const seen = await ask(`
    const posts = strapi.db.query("api::post.post");
    await posts.create({ data: { title: "a" } });
    return {
      update: await posts.update({ where: { title: undefined }, data: { title: "x" } }),
      updated: await posts.updateMany({ where: { id: { $in: undefined } }, data: { title: "x" } }).catch(({ message }) => message),
      deleted: await posts.deleteMany({ where: { title: undefined } }),
      removed: await posts.delete({ where: { id: undefined } }).catch(({ message }) => message),
      left: await posts.count({ where: { title: "a" } }),
    };`);
  expect(seen).toEqual({
    update: null,
    updated: `${REFUSED}: [$in]`,
    deleted: { count: 0 },
    removed: `${REFUSED}: [id]`,
    left: 2,
  });
});
