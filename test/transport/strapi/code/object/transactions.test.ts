import { expect, test } from "vitest";
import { ASKED, ask, runProject } from "../strapi-project.ts";

const TITLES = "(await strapi.documents('api::post.post').findMany({ sort: 'id' })).map(({ title }) => title)";
const create = (title: string) => `strapi.documents("api::post.post").create({ data: { title: "${title}" } })`;

test("the writes of a transaction are seen inside at once, and outside together at its end", async () => {
  const galley = await runProject(ASKED, { ids: "sequential" });
  const seen = await ask(`
    let begun, end;
    const [isBegun, isEnded] = [new Promise((done) => (begun = done)), new Promise((done) => (end = done))];
    const transaction = strapi.db.transaction(async ({ onCommit }) => {
      onCommit(() => (globalThis.committed = true));
      const tag = await strapi.db.query("api::tag.tag").create({ data: { name: "t" } });
      const post = await strapi.documents("api::post.post").create({ data: { title: "a", tags: [tag.id] }, status: "published" });
      await strapi.documents("api::post.post").update({ documentId: post.documentId, data: { title: "b" } });
      begun({ inside: ${TITLES}, is: strapi.db.inTransaction() });
      await isEnded;
      return strapi.db.transaction(async () => { await ${create("c")}; return "nested"; });
    });
    const { inside, is } = await isBegun;
    const outside = ${TITLES};
    end();
    const result = await transaction;
    const tags = await strapi.documents("api::tag.tag").findMany({ populate: ["posts"] });
    return { inside, is, outside, result, after: ${TITLES}, committed, isOver: !strapi.db.inTransaction(), linked: tags.map(({ posts }) => posts.length) };`);
  expect(seen).toEqual({
    inside: ["b"],
    is: true,
    outside: [],
    result: "nested",
    after: ["b", "c"],
    committed: true,
    isOver: true,
    linked: [1],
  });
  const response = await galley.fetch("/api/posts?populate=tags");
  expect(await response.json()).toMatchObject({ data: [{ title: "a", tags: [{ name: "t" }] }] });
  // Ids that a transaction gave are not given again.
  const ids = await ask(
    `await ${create("d")}; return (await strapi.documents("api::post.post").findMany()).map(({ documentId }) => documentId);`,
  );
  expect(new Set(ids as string[]).size).toBe(3);
});

test("an error or a rollback drops all that a transaction wrote", async () => {
  await runProject(ASKED);
  const seen = await ask(`
    const dropped = [];
    const failed = await strapi.db.transaction(async ({ onRollback, onCommit }) => {
      onRollback(() => dropped.push("failed"));
      onCommit(() => dropped.push("never"));
      await ${create("a")};
      throw new Error("no");
    }).catch(({ message }) => message);
    const left = await strapi.db.transaction(async ({ onRollback, rollback }) => {
      onRollback(() => dropped.push("left"));
      await ${create("b")};
      await rollback();
      return 5;
    });
    return { failed, left, dropped, titles: ${TITLES} };`);
  expect(seen).toEqual({ failed: "no", left: 5, dropped: ["failed", "left"], titles: [] });
});

test("a transaction runs again where another write came between, and fails after the third time", async () => {
  const galley = await runProject(ASKED);
  const post = galley.documents("api::post.post" as never) as unknown as { create(given: object): Promise<unknown> };
  Object.assign(globalThis, { another: (title: string) => post.create({ data: { title } }) });
  const attempts = (times: number) =>
    ask(`
      let count = 0;
      const outcome = await strapi.db.transaction(async () => {
        await ${create("own")};
        if (count++ < ${times}) await globalThis.another("other" + count);
      }).catch(({ message }) => message);
      return { count, outcome, titles: ${TITLES} };`);
  expect(await attempts(1)).toEqual({ count: 2, outcome: undefined, titles: ["other1", "own"] });
  expect(await attempts(9)).toMatchObject({ count: 3, outcome: "Other writes came between a transaction 3 times" });
});

test("transactions at the same time run one after another", async () => {
  await runProject(ASKED);
  const views = await ask(`
    const { documentId } = await ${create("a")};
    const add = () => strapi.db.transaction(async () => {
      const { views } = await strapi.documents("api::post.post").findOne({ documentId });
      await strapi.documents("api::post.post").update({ documentId, data: { views: views + 1 } });
    });
    await Promise.all(Array.from({ length: 5 }, add));
    return (await strapi.documents("api::post.post").findOne({ documentId })).views;`);
  expect(views).toBe(5);
});

test("documents and queries that code holds from before a transaction are those of the transaction inside", async () => {
  await runProject(ASKED);
  const seen = await ask(`
    const documents = strapi.documents("api::post.post");
    const rows = strapi.db.query("api::post.post");
    await strapi.db.transaction(async ({ rollback }) => {
      await documents.create({ data: { title: "a" } });
      await rows.create({ data: { title: "b" } });
      await rollback();
    });
    return { documents: await documents.count({}), rows: await rows.count({}) };`);
  expect(seen).toEqual({ documents: 0, rows: 0 });
});

test("code that a transaction has left running cannot write", async () => {
  await runProject(ASKED);
  const seen = await ask(`
    let late, end;
    const isOver = new Promise((done) => (end = done));
    await strapi.db.transaction(async () => {
      late = isOver.then(() => ${create("late")}).catch(({ message }) => message);
    });
    end();
    return { late: await late, titles: ${TITLES} };`);
  expect(seen).toEqual({ late: expect.stringMatching(/accepts no writes/), titles: [] });
});

test("hooks and lifecycles run in the transaction, and events are told once it is written", async () => {
  await runProject({
    ...ASKED,
    "src/index.js": ASKED["src/index.js"].replace(
      "bootstrap({ strapi }) {",
      `bootstrap({ strapi }) {
        strapi.documents.use(async (context, next) => {
          if (context.action === "create") context.params.data.slug = String((await strapi.documents("api::post.post").count({})));
          return next();
        });
        strapi.eventHub.on("entry.create", ({ entry }) => globalThis.told.push(entry.title));`,
    ),
    "src/api/post/content-types/post/lifecycles.js":
      "module.exports = { async beforeCreate({ params }) { params.data.secret = String(strapi.db.inTransaction()); } };",
  });
  Object.assign(globalThis, { told: [] });
  const seen = await ask(`
    await strapi.db.transaction(async () => { await ${create("a")}; await ${create("b")}; });
    await strapi.db.transaction(async () => { await ${create("c")}; throw 0; }).catch(() => {});
    return (await strapi.documents("api::post.post").findMany({ sort: "id" })).map(({ slug, secret }) => [slug, secret]);`);
  expect(seen).toEqual([
    ["0", "true"],
    ["1", "true"],
  ]);
  await expect.poll(() => (globalThis as unknown as { told: unknown }).told, { timeout: 20_000 }).toEqual(["a", "b"]);
});
