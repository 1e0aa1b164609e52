import { expect, test } from "vitest";
import { ASKED, ask, runProject } from "../strapi-project.ts";

const ALL = ["Create", "Update", "Delete"].flatMap((each) => [`before${each}`, `after${each}`]);

/** Tells what it sees, as `[action, where, title of data, title of result, published]`. */
const TELLING = `
  globalThis.seen = [];
  const tell = (event) => {
    const { action, params, result } = event;
    const row = result && [result.title, result.publishedAt !== null];
    globalThis.seen.push([action, Object.keys(params.where ?? {}).join(), params.data && params.data.title, row]);
  };
  module.exports = { ${ALL.map((name) => `${name}: tell`).join(", ")} };`;

async function seenBy(code: string): Promise<unknown> {
  return ask(
    `globalThis.seen.length = 0; const posts = strapi.documents('api::post.post'); ${code}; return [...globalThis.seen];`,
  );
}

test("lifecycles run for each row of a write, as recorded of a real Strapi", async () => {
  await runProject({ ...ASKED, "src/api/post/content-types/post/lifecycles.js": TELLING });
  expect(await seenBy("globalThis.a = await posts.create({ data: { title: 'L1' } })")).toEqual([
    ["beforeCreate", "", "L1", undefined],
    ["afterCreate", "", "L1", ["L1", false]],
  ]);
  expect(await seenBy("globalThis.b = await posts.create({ data: { title: 'L2' }, status: 'published' })")).toEqual([
    ["beforeCreate", "", "L2", undefined],
    ["beforeCreate", "", "L2", undefined],
    ["afterCreate", "", "L2", ["L2", false]],
    ["afterCreate", "", "L2", ["L2", true]],
  ]);
  const b = "documentId: globalThis.b.documentId";
  expect(await seenBy(`await posts.update({ ${b}, data: { title: 'L3' } })`)).toEqual([
    ["beforeUpdate", "id", "L3", undefined],
    ["afterUpdate", "id", "L3", ["L3", false]],
  ]);
  expect(await seenBy(`await posts.update({ ${b}, data: { title: 'L4' }, status: 'published' })`)).toEqual([
    ["beforeUpdate", "id", "L4", undefined],
    ["beforeDelete", "id", undefined, undefined],
    ["beforeCreate", "", "L4", undefined],
    ["afterUpdate", "id", "L4", ["L4", false]],
    ["afterDelete", "id", undefined, ["L2", true]],
    ["afterCreate", "", "L4", ["L4", true]],
  ]);
  expect(await seenBy("await posts.publish({ documentId: globalThis.a.documentId })")).toEqual([
    ["beforeCreate", "", "L1", undefined],
    ["afterCreate", "", "L1", ["L1", true]],
  ]);
  expect(await seenBy("await posts.unpublish({ documentId: globalThis.a.documentId })")).toEqual([
    ["beforeDelete", "id", undefined, undefined],
    ["afterDelete", "id", undefined, ["L1", true]],
  ]);
  expect(
    await seenBy(
      `await posts.update({ ${b}, data: { title: 'L5' } }); globalThis.seen.length = 0; await posts.discardDraft({ ${b} })`,
    ),
  ).toEqual([
    ["beforeDelete", "id", undefined, undefined],
    ["beforeCreate", "", "L4", undefined],
    ["afterDelete", "id", undefined, ["L5", false]],
    ["afterCreate", "", "L4", ["L4", false]],
  ]);
  expect(await seenBy(`await posts.clone({ ${b}, data: { title: 'L6' } })`)).toEqual([
    ["beforeCreate", "", "L6", undefined],
    ["afterCreate", "", "L6", ["L6", false]],
  ]);
  expect(await seenBy(`await posts.delete({ ${b} })`)).toEqual([
    ["beforeDelete", "id", undefined, undefined],
    ["beforeDelete", "id", undefined, undefined],
    ["afterDelete", "id", undefined, ["L4", false]],
    ["afterDelete", "id", undefined, ["L4", true]],
  ]);
  expect(await seenBy("await strapi.db.query('api::post.post').create({ data: { title: 'L7' } })")).toEqual([
    ["beforeCreate", "", "L7", undefined],
    ["afterCreate", "", "L7", ["L7", true]],
  ]);
});

test("what a lifecycle does to the data is written over REST too, inside the middlewares of documents", async () => {
  const galley = await runProject(
    {
      "src/api/post/content-types/post/lifecycles.ts": `
      export default {
        async beforeCreate(event) {
          await new Promise((done) => setTimeout(done, 1));
          event.params.data.slug = event.params.data.title.toLowerCase();
          event.state.began = true;
        },
        afterCreate(event) {
          if (event.state.began !== true) throw new Error("state is lost");
        },
        beforeUpdate({ params }) {
          params.data = { ...params.data, views: 7 };
        },
      };`,
      "src/index.ts": `
      export default {
        register({ strapi }) {
          strapi.documents.use((context, next) => {
            if (context.action === "create") context.params.data.title += " (checked)";
            return next();
          });
        },
      };`,
    },
    { tokens: [{ name: "all", token: "all", access: "full-access" }] },
  );
  const headers = { authorization: "Bearer all", "content-type": "application/json" };
  const body = JSON.stringify({ data: { title: "Bread" } });
  const created = await galley.fetch("/api/posts", { method: "POST", headers, body });
  const { data } = (await created.json()) as { readonly data: { readonly documentId: string } };
  expect([created.status, data]).toMatchObject([201, { title: "Bread (checked)", slug: "bread (checked)" }]);
  const changed = await galley.fetch(`/api/posts/${data.documentId}`, { method: "PUT", headers, body });
  expect(await changed.json()).toMatchObject({ data: { title: "Bread", slug: "bread", views: 7 } });
});

test("what a lifecycle throws before the write refuses it, and after the write leaves it", async () => {
  const galley = await runProject({
    ...ASKED,
    "src/api/post/content-types/post/lifecycles.js": `
      const { errors } = require("@strapi/utils");
      module.exports = {
        beforeCreate({ params }) { if (params.data.title === "no") throw new errors.ApplicationError("not this", { why: 1 }); },
        afterCreate({ params }) { if (params.data.title === "late") throw new Error("late"); },
      };`,
  });
  const posts = galley.documents("api::post.post" as never) as unknown as {
    create(p: object): Promise<object>;
    count(): Promise<number>;
  };
  await expect(posts.create({ data: { title: "no" } })).rejects.toMatchObject({
    message: "not this",
    details: { why: 1 },
  });
  expect(await posts.count()).toBe(0);
  await expect(posts.create({ data: { title: "late" } })).rejects.toThrow("late");
  expect(await posts.count()).toBe(1);
});

test("db.lifecycles.subscribe hears of all types or of some, until it is taken back", async () => {
  await runProject(ASKED);
  const heard = await ask(`
    const heard = [];
    const off = strapi.db.lifecycles.subscribe((event) => heard.push(['all', event.action, event.model.uid]));
    strapi.db.lifecycles.subscribe({ models: ['api::tag.tag'], afterCreate: ({ result }) => heard.push(['tag', result.name]) });
    strapi.db.lifecycles.subscribe({ models: ['admin::user'], afterCreate() {} });
    await strapi.documents('api::tag.tag').create({ data: { name: 'a' } });
    await strapi.documents('api::site.site').create({ data: { name: 'b' } });
    off();
    await strapi.documents('api::tag.tag').create({ data: { name: 'c' } });
    return heard;`);
  expect(heard).toEqual([
    ["all", "beforeCreate", "api::tag.tag"],
    ["all", "afterCreate", "api::tag.tag"],
    ["tag", "a"],
    ["all", "beforeCreate", "api::site.site"],
    ["all", "afterCreate", "api::site.site"],
    ["tag", "c"],
  ]);
});

test("a lifecycle of reads sees the call, and may change its result", async () => {
  await runProject({
    ...ASKED,
    "src/api/tag/content-types/tag/lifecycles.js":
      "module.exports = { afterFindMany(event) { event.result = event.result.map((each) => ({ ...each, name: each.name + '!' })); } };",
  });
  expect(
    await ask(`
      await strapi.documents('api::tag.tag').create({ data: { name: 'a' } });
      return [(await strapi.documents('api::tag.tag').findMany())[0].name, (await strapi.db.query('api::tag.tag').findMany())[0].name];`),
  ).toEqual(["a!", "a!"]);
});

test("relations are those of rows in what lifecycles see, whatever form is written, as recorded of a real Strapi", async () => {
  const telling = `
    globalThis.data = [];
    module.exports = Object.fromEntries(["beforeCreate", "beforeUpdate"].map((name) => [name, ({ params }) => {
      const { tags, posts, views, name: called } = params.data;
      globalThis.data.push({ tags, posts, views, called });
      if (params.data.title === 'linked') params.data.tags.set.push({ id: globalThis.tagIds[1] });
    }]));`;
  await runProject({
    ...ASKED,
    "src/api/post/content-types/post/lifecycles.js": telling,
    "src/api/tag/content-types/tag/lifecycles.js": telling,
  });
  const found = (await ask(`
    const posts = strapi.documents('api::post.post');
    const tags = [];
    for (const name of ['red', 'blue']) tags.push(await strapi.documents('api::tag.tag').create({ data: { name } }));
    globalThis.tagIds = tags.map(({ id }) => id);
    const [red, blue] = tags.map(({ documentId }) => documentId);
    const seen = async (work) => {
      globalThis.data.length = 0;
      const made = await work();
      return [...globalThis.data, made].slice(0, -1);
    };
    const post = await posts.create({ data: { title: 'first' } });
    const rows = (await posts.publish({ documentId: post.documentId })) && (await strapi.db.query('api::post.post').findMany({ where: { title: 'first' } }));
    const linked = () => posts.create({ data: { title: 'linked', tags: [red] } });
    return {
      ids: globalThis.tagIds,
      rows: rows.map(({ id }) => id),
      listed: await seen(() => posts.create({ data: { title: 'a', tags: [red, blue] } })),
      connected: await seen(() => posts.create({ data: { title: 'b', tags: { connect: [{ documentId: blue, position: { end: true } }] } } })),
      byId: await seen(() => posts.create({ data: { title: 'c', views: 2, tags: tags[0].id } })),
      removed: await seen(() => posts.update({ documentId: post.documentId, data: { tags: { disconnect: [red] } } })),
      fromTag: await seen(() => strapi.documents('api::tag.tag').create({ data: { name: 't', posts: [post.documentId] } })),
      pushed: (await posts.findOne({ documentId: (await linked()).documentId, populate: ['tags'] })).tags.map(({ name }) => name),
    };`)) as { readonly ids: readonly number[]; readonly rows: readonly number[] };
  const [red, blue] = found.ids.map((id) => ({ id }));
  expect(found).toMatchObject({
    listed: [{ tags: { set: [red, blue] }, views: 0 }],
    connected: [{ tags: { connect: [{ ...blue, position: { end: true } }] } }],
    byId: [{ tags: { set: [red] }, views: 2 }],
    removed: [{ tags: { disconnect: [red] } }],
    fromTag: [{ called: "t", posts: { set: found.rows.map((id) => ({ id })) } }],
    pushed: ["red", "blue"],
  });
});

test("a published row has what was done after its draft was written, as in a real Strapi", async () => {
  const galley = await runProject({
    ...ASKED,
    "src/api/post/content-types/post/lifecycles.js": `
      const counted = async ({ result }) => {
        const slug = 'of-' + result.title;
        if (result.publishedAt === null && result.slug !== slug) await strapi.entityService.update('api::post.post', result.id, { data: { slug } });
      };
      module.exports = { afterCreate: counted, afterUpdate: counted };`,
  });
  const found = await ask(`
    const posts = strapi.documents('api::post.post');
    const slugs = async ({ documentId }) => (await strapi.db.query('api::post.post').findMany({ where: { documentId }, orderBy: 'id' })).map(({ slug }) => slug);
    const created = await posts.create({ data: { title: 'one' }, status: 'published' });
    const first = await slugs(created);
    const updated = await posts.update({ documentId: created.documentId, data: { title: 'two' }, status: 'published', fields: ['slug'] });
    return { created: created.slug, first, updated: updated.slug, second: await slugs(created), draft: await slugs(await posts.create({ data: { title: 'd' } })) };`);
  expect(found).toEqual({
    created: "of-one",
    first: ["of-one", "of-one"],
    updated: "of-two",
    second: ["of-two", "of-two"],
    draft: ["of-d"],
  });
  const list = (await (await galley.fetch("/api/posts?fields=slug")).json()) as { readonly data: readonly object[] };
  expect(list.data).toMatchObject([{ slug: "of-two" }]);
});

test("lifecycles do not hear of a write that is refused for what it was given, as in a real Strapi", async () => {
  const galley = await runProject(
    { ...ASKED, "src/api/post/content-types/post/lifecycles.js": TELLING },
    { tokens: [{ name: "all", token: "all", access: "full-access" }] },
  );
  const headers = { authorization: "Bearer all", "content-type": "application/json" };
  const body = JSON.stringify({ data: { title: ["a"], views: "many" } });
  const answer = await galley.fetch("/api/posts", { method: "POST", headers, body });
  expect(await answer.json()).toMatchObject({ error: { name: "ValidationError", message: "2 errors occurred" } });
  const refused = (call: string) => seenBy(`globalThis.seen.push(await ${call}.catch(({ name }) => name));`);
  expect(await refused("posts.create({ data: { title: 'a', views: 'many' } })")).toEqual(["ValidationError"]);
  const created = "(await posts.create({ data: { title: 'a' } }))";
  expect(await refused(`posts.update({ documentId: ${created}.documentId, data: { views: 'many' } })`)).toEqual([
    ["beforeCreate", "", "a", undefined],
    ["afterCreate", "", "a", ["a", false]],
    "ValidationError",
  ]);
});
