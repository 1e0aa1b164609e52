import { expect, test } from "vitest";
import type { Loose } from "../../../../../transport/strapi/code/strapi-object.ts";
import { ASKED, ask, runProject } from "../strapi-project.ts";

const start = () => runProject(ASKED, { users: true });

const TAGS = "const tags = strapi.db.query('api::tag.tag'); const posts = strapi.db.query('api::post.post');";
const times = { createdAt: expect.any(String), updatedAt: expect.any(String) };

test("rows are drafts and published versions, as recorded of a real Strapi", async () => {
  await start();
  const rows = await ask(`${TAGS}
    await strapi.documents('api::post.post').create({ data: { title: 'db1' }, status: 'published' });
    return posts.findMany({ where: { title: 'db1' }, select: ['id', 'title', 'publishedAt'] });`);
  expect(rows).toMatchObject([
    { title: "db1", publishedAt: null },
    { title: "db1", publishedAt: expect.any(String) },
  ]);
  const found = await ask(`${TAGS}
    const where = { title: 'db1' };
    const all = await posts.findMany({ where });
    return {
      one: await posts.findOne({ where: { title: { $startsWith: 'db' } }, select: ['title'], orderBy: { id: 'desc' } }),
      ids: (await posts.findMany({ where: { id: all.map((row) => row.id) }, select: ['id'], orderBy: ['id'] })).length,
      count: await posts.count({ where }),
      counted: (await posts.findWithCount({ where, limit: 1, select: ['title'] })),
      page: await posts.findPage({ where, page: 1, pageSize: 1, select: ['title'] }),
      drafts: await posts.count({ where: { ...where, publishedAt: null } }),
      none: await posts.findOne({ where: { title: 'nope' } }),
    };`);
  expect(found).toEqual({
    one: { title: "db1" },
    ids: 2,
    count: 2,
    counted: [[{ title: "db1" }], 2],
    page: { results: [{ title: "db1" }], pagination: { page: 1, pageSize: 1, pageCount: 2, total: 2 } },
    drafts: 1,
    none: null,
  });
});

test("relations are written and asked for by row id, and populated", async () => {
  await start();
  const found = await ask(`${TAGS}
    const tag = await tags.create({ data: { name: 'db2' } });
    const post = await posts.create({ data: { title: 'with', tags: [tag.id], publishedAt: null } });
    const where = { id: post.id };
    return {
      listed: await posts.findOne({ where, populate: ['tags'], select: ['title'] }),
      chosen: await posts.findOne({ where, populate: { tags: { select: ['name'] } }, select: ['title'] }),
      whole: (await posts.findOne({ where, populate: { tags: { select: ['name'] } } })).tags,
      deep: (await tags.findOne({ where: { id: tag.id }, populate: { posts: { select: ['title'], populate: { tags: { select: ['id'] } } } } })).posts,
      keys: Object.keys(await posts.findOne({ where, populate: true })).includes('tags'),
      byName: await posts.findMany({ where: { tags: { name: 'db2' }, publishedAt: null }, select: ['title'] }),
      byId: await posts.findMany({ where: { tags: tag.id, publishedAt: null }, select: ['title'] }),
      byIds: await posts.count({ where: { tags: [tag.id, 999] } }),
    };`);
  expect(found).toMatchObject({
    listed: { title: "with", id: expect.any(Number), tags: [{ name: "db2" }] },
    chosen: { title: "with", id: expect.any(Number) },
    keys: true,
    byName: [{ title: "with" }],
    byId: [{ title: "with" }],
    byIds: 1,
  });
  // The members that `select` names alone, and the id of an entry that populates another, as recorded of a real Strapi.
  expect(found).toMatchObject({ chosen: { tags: [{ name: "db2" }] }, whole: [{ name: "db2" }] });
  const { chosen, whole, deep } = found as { readonly [name: string]: Loose };
  expect([...chosen.tags, ...whole].map((tag: object) => Object.keys(tag))).toEqual([["name"], ["name"]]);
  expect(deep).toEqual([{ id: expect.any(Number), title: "with", tags: [{ id: expect.any(Number) }] }]);
});

test("rows are created, changed and deleted, one and many", async () => {
  await start();
  const found = await ask(`${TAGS}
    const created = await tags.create({ data: { name: 'db3' } });
    return {
      created,
      updated: await tags.update({ where: { name: 'db3' }, data: { name: 'db4' } }),
      updatedNone: await tags.update({ where: { name: 'zzz' }, data: { name: 'db4' } }),
      deleted: await tags.delete({ where: { name: 'db4' } }),
      deletedNone: await tags.delete({ where: { name: 'db4' } }),
      many: await tags.createMany({ data: [{ name: 'm1' }, { name: 'm2' }] }),
      changed: await tags.updateMany({ where: { name: { $in: ['m1', 'm2'] } }, data: { name: 'm' } }),
      gone: await tags.deleteMany({ where: { name: 'm' } }),
      goneNone: await tags.deleteMany({ where: { name: 'm' } }),
    };`);
  const row = { id: expect.any(Number), documentId: expect.any(String), ...times, publishedAt: expect.any(String) };
  expect(found).toMatchObject({
    created: { ...row, name: "db3" },
    updated: { ...row, name: "db4" },
    updatedNone: null,
    deleted: { name: "db4" },
    deletedNone: null,
    many: { count: 2, ids: [expect.any(Number), expect.any(Number)] },
    changed: { count: 2 },
    gone: { count: 2 },
    goneNone: { count: 0 },
  });
});

test("a row of a type with drafts is published unless its publishedAt is null, as in a real Strapi", async () => {
  await start();
  const found = await ask(`${TAGS}
    return {
      published: (await posts.create({ data: { title: 'p' } })).publishedAt,
      draft: (await posts.create({ data: { title: 'd', publishedAt: null } })).publishedAt,
    };`);
  expect(found).toEqual({ published: expect.any(String), draft: null });
});

test.each([
  ["posts.findMany({ where: { nope: 1 } })", "api::post.post has no attribute nope"],
  ["posts.deleteMany({ where: { tags: { nope: 1 } } })", "api::tag.tag has no attribute nope"],
  ["posts.update({ data: {} })", "Update requires a where parameter"],
  ["strapi.db.query('x.y')", "Model x.y not found"],
  ["strapi.db.connection('nope')", "is not there in Galley"],
  ["await strapi.db.transaction()", "strapi.db.transaction without a function is not there in Galley"],
  ["await strapi.db.transaction(({ trx }) => trx.commit())", "strapi.db.connection.commit is not there in Galley"],
])("%s is refused", async (code, message) => {
  await start();
  await expect(ask(`${TAGS} return ${code};`)).rejects.toThrow(message);
});

test("documents by numeric id, as entityService of version 4 has them", async () => {
  await start();
  const found = await ask(`
    const uid = 'api::post.post';
    const service = strapi.entityService;
    const created = await service.create(uid, { data: { title: 'es1' } });
    const updated = await service.update(uid, created.id, { data: { title: 'es2' } });
    const draft = await service.create(uid, { data: { title: 'es3', publishedAt: null } });
    const stays = await service.update(uid, draft.id, { data: { title: 'es4' }, status: 'published' });
    return {
      created: [created.title, created.publishedAt !== null],
      draft: [draft.publishedAt, stays.title, stays.publishedAt],
      seen: (await service.findOne(uid, updated.id)).publishedAt,
      one: await service.findOne(uid, updated.id, { fields: ['title'] }),
      updated: updated.title,
      many: (await service.findMany(uid, { filters: { title: 'es2' }, sort: 'id:desc', fields: ['title'], limit: 5 })).length,
      count: await service.count(uid, { filters: { title: 'es2' } }),
      page: (await service.findPage(uid, { filters: { title: 'es2' }, page: 1, pageSize: 2 })).pagination,
      none: await service.findOne(uid, 99999),
      single: await service.findMany('api::site.site'),
      deleted: (await service.delete(uid, updated.id)).title,
      left: await service.count(uid, { filters: { title: 'es2' } }),
    };`);
  expect(found).toEqual({
    created: ["es1", true],
    draft: [null, "es4", null],
    // The draft of the published row that is asked for.
    seen: null,
    one: { id: expect.any(Number), documentId: expect.any(String), title: "es2" },
    updated: "es2",
    many: 1,
    count: 1,
    page: { page: 1, pageSize: 2, pageCount: 1, total: 2 },
    none: null,
    single: null,
    deleted: "es2",
    left: 0,
  });
});

test("pagination has no effect on documents, as recorded of a real Strapi", async () => {
  await start();
  const found = await ask(`
    const tags = strapi.documents('api::tag.tag');
    for (const name of ['a', 'b', 'c']) await tags.create({ data: { name } });
    const pagination = { page: 1, pageSize: 2 };
    return {
      paged: (await tags.findMany({ pagination })).length,
      limited: (await tags.findMany({ start: 1, limit: 1, pagination })).map(({ name }) => name),
      entities: (await strapi.entityService.findMany('api::tag.tag', { pagination })).length,
      served: (await strapi.service('api::tag.tag').find({ pagination })).results.length,
    };`);
  expect(found).toEqual({ paged: 3, limited: ["b"], entities: 3, served: 2 });
});

test("tokens have any claims, and end when they are said to", async () => {
  const galley = await runProject(ASKED, { users: true, clock: "2026-01-01" });
  const found = await ask(`
    const { user, jwt } = strapi.plugins['users-permissions'].services;
    const { id } = await user.add({ username: 'maria', email: 'maria@example.org', password: 'secretsecret' });
    const short = jwt.issue({ purpose: 'meet', u: 7 }, { expiresIn: '15s' });
    globalThis.tokens = { short, long: jwt.issue({ id, role: 'x' }, { expiresIn: 3600 }) };
    return [await jwt.verify(short), await jwt.verify(tokens.long), id];`);
  const iat = Date.parse("2026-01-01") / 1000;
  const [, , id] = found as readonly unknown[];
  expect(found).toEqual([
    { purpose: "meet", u: 7, iat, exp: iat + 15 },
    { id, role: "x", stamp: expect.any(String), iat, exp: iat + 3600 },
    id,
  ]);
  await galley.clock.advance(60_000);
  const verified = await ask(`
    const { jwt } = strapi.plugins['users-permissions'].services;
    return [await jwt.verify(tokens.short).catch(({ message }) => message), (await jwt.verify(tokens.long)).role];`);
  expect(verified).toEqual(["Invalid token.", "x"]);
});

test("with sessions a token is of a new session of its user, as a promise", async () => {
  const galley = await runProject(ASKED, { users: { sessions: {} } });
  const found = (await ask(`
    const { user, jwt } = strapi.plugins['users-permissions'].services;
    const { id } = await user.add({ username: 'maria', email: 'maria@example.org', password: 'secretsecret' });
    const token = await jwt.issue({ id });
    const refused = await Promise.resolve().then(() => jwt.issue({ purpose: 'x' })).catch(({ message }) => message);
    return { id, token, verified: await jwt.verify(token), refused };`)) as {
    readonly id: number;
    readonly token: string;
  };
  const { id, token } = found;
  expect(found).toMatchObject({
    verified: { id, sessionId: expect.any(String) },
    refused: expect.stringContaining("missing user id"),
  });
  const me = await galley.fetch("/api/users/me", { headers: { authorization: `Bearer ${token}` } });
  expect(await me.json()).toMatchObject({ username: "maria" });
});

test("users sign in with what the plugin's services give", async () => {
  const galley = await start();
  const found = (await ask(`
    const { user, jwt, role } = strapi.plugins['users-permissions'].services;
    const added = await user.add({ username: 'maria', email: 'Maria@example.org', password: 'secretsecret', role: 1 });
    const edited = await user.edit(added.id, { password: 'othersecret' });
    const token = jwt.issue({ id: added.id });
    return {
      token,
      role: added.role && added.role.type,
      fetched: (await user.fetch(added.id, { populate: ['role'] })).username,
      mine: (await user.fetchAuthenticatedUser(added.id)).role.type,
      all: (await user.fetchAll({ filters: { username: 'maria' } })).length,
      valid: await user.validatePassword('othersecret', (await user.fetch(added.id)).password),
      invalid: await user.validatePassword('secretsecret', (await user.fetch(added.id)).password),
      count: await user.count(),
      claims: (await jwt.verify(token)).id === added.id,
      refused: await jwt.verify('nope').catch((error) => error.message),
      roles: (await role.find()).map(({ type }) => type),
    };`)) as { readonly token: string };
  expect(found).toMatchObject({
    role: "authenticated",
    fetched: "maria",
    mine: "authenticated",
    all: 1,
    valid: true,
    invalid: false,
    count: 1,
    claims: true,
    refused: "Invalid token.",
    roles: ["authenticated", "public"],
  });
  const headers = { authorization: `Bearer ${found.token}` };
  expect((await galley.fetch("/api/posts", { headers })).status).toBe(200);
  const wrong = { authorization: `Bearer ${found.token.slice(0, -3)}abc` };
  expect((await galley.fetch("/api/posts", { headers: wrong })).status).toBe(401);
});

test("roles are created, changed and deleted with the tree of their permissions, as recorded of a real Strapi", async () => {
  await runProject(
    {
      ...ASKED,
      "src/api/post/controllers/post.js": `module.exports = require("@strapi/strapi").factories.createCoreController("api::post.post", { popular: () => [] });`,
    },
    { users: true },
  );
  const found = await ask(`
    const { role, user } = strapi.plugins['users-permissions'].services;
    const roles = strapi.db.query('plugin::users-permissions.role');
    const tree = (...actions) => ({ 'api::post': { controllers: { post: Object.fromEntries(actions.map((name) => [name, { enabled: true, policy: '' }])) } } });
    const where = { type: 'edit' };
    const granted = async () => (await roles.findOne({ where, populate: ['permissions'] })).permissions.map(({ action }) => action).sort();
    await role.createRole({ name: 'Edit', description: 'd', permissions: tree('find', 'popular') });
    const { id } = await roles.findOne({ where });
    const created = await granted();
    const actions = strapi.plugin('users-permissions').service('users-permissions').getActions({ defaultEnable: true });
    const shown = (await role.findOne(id)).permissions['api::post'].controllers.post;
    await role.updateRole(id, { name: 'Edit2', permissions: tree('find', 'create') });
    const updated = [(await roles.findOne({ where })).name, await granted()];
    const member = await user.add({ username: 'maria', email: 'maria@example.org', password: 'secretsecret', role: id });
    const { id: visitors } = await roles.findOne({ where: { type: 'public' } });
    await role.deleteRole(id, visitors);
    return {
      created, shown, updated, action: [actions['api::post'].controllers.post.popular, Object.keys(actions['plugin::users-permissions'].controllers)],
      deleted: [await roles.findOne({ where }), (await user.fetchAuthenticatedUser(member.id)).role.type],
      none: await role.updateRole(99, { permissions: {} }).catch(({ name, message }) => [name, message]),
    };`);
  const [enabled, disabled] = [true, false].map((is) => ({ enabled: is, policy: "" }));
  expect(found).toEqual({
    created: ["api::post.post.find", "api::post.post.popular"],
    shown: { popular: enabled, find: enabled, findOne: disabled, create: disabled, update: disabled, delete: disabled },
    action: [enabled, ["auth", "user", "role", "permissions"]],
    updated: ["Edit2", ["api::post.post.create", "api::post.post.find"]],
    deleted: [null, "public"],
    none: ["NotFoundError", "Role not found"],
  });
});

test("the service of users refuses with the errors of Strapi", async () => {
  await start();
  const found = await ask(`
    const { user } = strapi.plugins['users-permissions'].services;
    const added = (email) => user.add({ username: 'maria', email, password: 'secretsecret' });
    await added('maria@example.org');
    return added('other@example.org').catch((error) => [error.name, error.message]);`);
  expect(found).toEqual(["ValidationError", "This attribute must be unique"]);
});

test("createMany, updateMany and deleteMany are one write each: all rows or none", async () => {
  await start();
  const found = await ask(`${TAGS}
    const before = await tags.count();
    const made = await tags.createMany({ data: [{ name: 'm1' }, { name: 'm2' }] });
    const failed = await tags.createMany({ data: [{ name: 'm3' }, { name: { no: 'text' } }] }).catch((error) => 'refused');
    const updated = await tags.updateMany({ where: { id: made.ids }, data: { name: 'm' } });
    const named = await tags.count({ where: { name: 'm' } });
    const deleted = await tags.deleteMany({ where: { name: 'm' } });
    return { made: made.count, failed, updated, named, deleted, left: (await tags.count()) - before };`);
  expect(found).toEqual({
    ...{ made: 2, failed: "refused", updated: { count: 2 }, named: 2, deleted: { count: 2 }, left: 0 },
  });
});

test("a row that is created is the row of its locale", async () => {
  await runProject(
    {
      ...ASKED,
      "src/api/page/content-types/page/schema.json": {
        kind: "collectionType",
        info: { singularName: "page", pluralName: "pages", displayName: "Page" },
        options: { draftAndPublish: true },
        pluginOptions: { i18n: { localized: true } },
        attributes: { title: { type: "string", pluginOptions: { i18n: { localized: true } } } },
      },
    },
    { locales: ["en", "fr"] },
  );
  const rows = await ask(`const pages = strapi.db.query('api::page.page');
    const written = [
      await pages.create({ data: { documentId: 'tea', title: 'Tea', publishedAt: null } }),
      await pages.create({ data: { documentId: 'tea', title: 'Thé', locale: 'fr', publishedAt: null } }),
    ];
    return written.map(({ documentId, title, locale }) => ({ documentId, title, locale }));`);
  expect(rows).toEqual([
    { documentId: "tea", title: "Tea", locale: "en" },
    { documentId: "tea", title: "Thé", locale: "fr" },
  ]);
});

test("locales are rows that may be read, and are not changed", async () => {
  await runProject(ASKED, { locales: ["en", "fr"] });
  const found = await ask(`const locales = strapi.db.query('plugin::i18n.locale');
    const french = { where: { code: 'fr' } };
    return [
      await locales.findOne(french),
      (await locales.findMany({ where: { code: { $ne: 'fr' } } })).map(({ code }) => code),
      await locales.findWithCount({ where: { code: { $in: ['en', 'fr'] } }, limit: 1 }).then(([, count]) => count),
      await locales.create({ data: { code: 'de', name: 'German' } }),
      await locales.deleteMany(french),
      await locales.count(),
    ];`);
  expect(found).toEqual([
    { id: 2, code: "fr", name: "French (fr)", isDefault: false },
    ["en"],
    2,
    null,
    { count: 1 },
    2,
  ]);
});

test("a type without drafts has no methods of drafts", async () => {
  await start();
  const methods = await ask(`return ['api::tag.tag', 'api::post.post'].map((uid) =>
    ['publish', 'unpublish', 'discardDraft', 'update'].map((name) => typeof strapi.documents(uid)[name]));`);
  expect(methods).toEqual([
    ["undefined", "undefined", "undefined", "function"],
    ["function", "function", "function", "function"],
  ]);
});

test("times of a new entry may be dates, as code of Strapi's templates writes them", async () => {
  await runProject(ASKED);
  const made = await ask(`
    const time = new Date("2020-01-02T03:04:05.000Z");
    const { createdAt } = await strapi.documents("api::tag.tag").create({ data: { name: "t", createdAt: time } });
    const post = { title: "p", publishedAt: new Date() };
    const { publishedAt } = await strapi.documents("api::post.post").create({ data: post });
    return { createdAt, publishedAt };`);
  expect(made).toEqual({ createdAt: "2020-01-02T03:04:05.000Z", publishedAt: null });
});

test("a published row is written alone, keeps its id, and leaves the changes of its draft unpublished", async () => {
  await start();
  const found = await ask(`${TAGS}
    const tag = await tags.create({ data: { name: 'of published' } });
    const { documentId } = await strapi.documents('api::post.post').create({
      data: { title: 'one', views: 1, seo: { metaTitle: 'm' }, tags: [tag.id] }, status: 'published',
    });
    await strapi.documents('api::post.post').update({ documentId, data: { title: 'two', tags: [] } });
    const { id } = await posts.findOne({ where: { documentId, publishedAt: { $notNull: true } } });
    const updated = await posts.update({ where: { id }, data: { views: 2 } });
    await posts.updateMany({ where: { id }, data: { slug: 's' } });
    const rows = await posts.findMany({ where: { documentId }, populate: ['tags', 'seo'] });
    return { kept: updated.id === id, rows: rows.map(({ title, views, slug, tags, seo, publishedAt }) =>
      [title, views, slug, tags.map((each) => each.name), seo.metaTitle, publishedAt !== null]) };`);
  expect(found).toEqual({
    kept: true,
    rows: [
      ["two", 1, null, [], "m", false],
      ["one", 2, "s", ["of published"], "m", true],
    ],
  });
});

test("a published row is created beside a draft of other values", async () => {
  await start();
  const found = await ask(`${TAGS}
    const data = { documentId: 'beside', title: 'draft', slug: 'd', views: 7, seo: { metaTitle: 'd' } };
    await posts.create({ data: { ...data, publishedAt: null } });
    const published = await posts.create({ data: { documentId: 'beside', title: 'published', publishedAt: new Date() } });
    const rows = await posts.findMany({ where: { documentId: 'beside' }, populate: ['seo'] });
    return { title: published.title, rows: rows.map(({ title, slug, views, seo, publishedAt }) =>
      [title, slug, views, seo?.metaTitle ?? null, publishedAt !== null]) };`);
  expect(found).toEqual({
    title: "published",
    rows: [
      ["draft", "d", 7, "d", false],
      ["published", null, 0, null, true],
    ],
  });
});

test("filters are conditions beside where, and _q searches, as in a real Strapi", async () => {
  await start();
  const found = await ask(`${TAGS}
    for (const name of ['red', 'blue', 'dark red']) await tags.create({ data: { name } });
    const names = async (params) => (await tags.findMany(params)).map((row) => row.name).join();
    return [
      await names({ filters: { name: 'red' } }),
      await names({ where: { name: { $contains: 'red' } }, filters: { name: { $ne: 'red' } } }),
      await names({ _q: 'red' }),
      await tags.count({ filters: { name: 'blue' } }),
      (await tags.findOne({ filters: { name: 'blue' } })).name,
    ];`);
  expect(found).toEqual(["red", "dark red", "red,dark red", 1, "blue"]);
  await expect(ask(`${TAGS} return tags.findMany({ filters: () => ({}) });`)).rejects.toThrow("Functions as filters");
});

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
