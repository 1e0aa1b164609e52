import { expect, test } from "vitest";
import { ASKED, ask, keptLog, runProject } from "../strapi-project.ts";

const database = (client: string) => ({
  ...ASKED,
  "config/database.js": `module.exports = { connection: { client: "${client}", connection: {} } };`,
});

const start = (client = "sqlite", log = keptLog().log) => runProject(database(client), { users: true, logger: log });

const SEEDED = `
  const knex = strapi.db.connection;
  const posts = strapi.documents('api::post.post');
  await posts.create({ data: { title: 'Alpha', slug: 'a', views: 1 }, status: 'published' });
  await posts.create({ data: { title: 'beta', slug: null, views: 5 }, status: 'published' });
  await posts.create({ data: { title: 'Gamma', slug: 'c', views: 9 } });
  const live = () => knex('posts').whereNotNull('published_at');`;

test("rows of a table are read by conditions, columns, order and page", async () => {
  await start();
  const found = await ask(`${SEEDED}
    const titles = async (query) => (await query.orderBy('id').pluck('title')).join();
    return {
      all: await titles(knex('posts')),
      equal: await titles(knex('posts').where({ title: 'Alpha', views: 1 })),
      more: await titles(live().andWhere('views', '>', 1)),
      either: await titles(live().andWhere((some) => some.where('views', 9).orWhere('slug', 'a'))),
      loose: await titles(knex('posts').where('title', 'Gamma').orWhere({ slug: 'a' })),
      inside: await titles(live().whereIn('views', [1, 9]).whereNot('slug', 'x')),
      unlike: await titles(live().where('slug', '!=', 'x')),
      empty: await titles(live().whereNull('slug')),
      none: await titles(live().whereIn('id', [])),
      like: await titles(live().where('title', 'like', '%ETA')),
      between: await titles(live().whereBetween('views', [2, 6])),
      first: await live().orderBy('views', 'desc').select('title', 'views as seen').first(),
      missing: (await knex('posts').where({ title: 'nope' }).first()) ?? 'undefined',
      aliased: await knex('posts as p').where('p.slug', 'c').select('p.title', 'p.document_id as documentId').first(),
      page: await live().orderBy([{ column: 'title', order: 'asc' }]).limit(1).offset(1).select({ name: 'title' }),
      whole: Object.keys(await knex('posts').first()),
    };`);
  expect(found).toEqual({
    all: "Alpha,Alpha,beta,beta,Gamma",
    equal: "Alpha,Alpha",
    more: "beta",
    either: "Alpha",
    loose: "Alpha,Alpha,Gamma",
    inside: "Alpha",
    unlike: "Alpha",
    empty: "beta",
    none: "",
    like: "beta",
    between: "beta",
    first: { title: "beta", seen: 5 },
    missing: "undefined",
    aliased: { title: "Gamma", documentId: expect.any(String) },
    page: [{ name: "beta" }],
    whole: [
      "id",
      "document_id",
      "created_at",
      "updated_at",
      "published_at",
      "locale",
      "title",
      "slug",
      "views",
      "secret",
    ],
  });
});

test("rows are counted, summed and grouped, in the form of the database that config names", async () => {
  await start();
  const asked = `${SEEDED}
    return [
      await live().count('* as n').first(),
      await live().count({ n: 'slug' }).sum('views as views').max('views as most'),
      await live().count(),
      await knex('posts').select('slug').count('* as n').groupBy('slug').orderBy('id'),
      await knex('posts').where('views', 99).sum('views as views').first(),
    ];`;
  expect(await ask(asked)).toEqual([
    { n: 2 },
    [{ n: 1, views: 6, most: 5 }],
    [{ "count(*)": 2 }],
    [
      { slug: "a", n: 2 },
      { slug: null, n: 2 },
      { slug: "c", n: 1 },
    ],
    { views: null },
  ]);
  await start("postgres");
  expect(await ask(`${SEEDED} return [await live().count(), await live().select('published_at').first()];`)).toEqual([
    [{ count: "2" }],
    { published_at: expect.any(Date) },
  ]);
});

test("rows of tables are joined by equal columns, with rows that nothing fits or without", async () => {
  await start();
  const found = await ask(`
    const knex = strapi.db.connection;
    const tags = [];
    for (const name of ['red', 'blue']) tags.push(await strapi.documents('api::tag.tag').create({ data: { name } }));
    const create = (title, views, ...linked) =>
      strapi.documents('api::post.post').create({ data: { title, views, tags: linked.map(({ documentId }) => documentId) }, status: 'published' });
    await create('Both', 1, ...tags);
    await create('Red', 5, tags[0]);
    await create('Bare', 9);
    const linked = () =>
      knex('posts').join('posts_tags_lnk as l', 'posts.id', 'l.post_id').join('tags as t', 't.id', '=', 'l.tag_id').whereNotNull('posts.published_at');
    return {
      pairs: await linked().select('title', 't.name as tag').orderBy([{ column: 't.name' }, { column: 'title', order: 'desc' }]),
      some: await linked().where('t.name', 'like', 'R%').andWhere('views', '>=', 2).pluck('posts.title'),
      page: await linked().orderBy('t.name').orderBy('views').limit(1).offset(1).pluck('title'),
      counted: await linked().where('l.tag_id', tags[0].id).count('posts.id as n').first(),
      groups: await linked().select('t.name').count('* as n').sum('views as views').groupBy('t.name').orderBy('n', 'desc'),
      bare: await knex('posts as p')
        .leftJoin('posts_tags_lnk', function () { this.on('p.id', '=', 'posts_tags_lnk.post_id'); })
        .whereNull('posts_tags_lnk.tag_id').whereNotNull('p.published_at').select('p.title', 'tag_id').first(),
      whole: Object.keys(await knex('tags').innerJoin('posts_tags_lnk', { 'tags.id': 'posts_tags_lnk.tag_id' }).select('tags.name', 'posts_tags_lnk.*').first()),
    };`);
  expect(found).toEqual({
    pairs: [
      { title: "Both", tag: "blue" },
      { title: "Red", tag: "red" },
      { title: "Both", tag: "red" },
    ],
    some: ["Red"],
    page: ["Both"],
    counted: { n: 2 },
    groups: [
      { name: "red", n: 2, views: 6 },
      { name: "blue", n: 1, views: 1 },
    ],
    bare: { title: "Bare", tag_id: null },
    whole: ["name", "id", "post_id", "tag_id", "tag_ord", "post_ord"],
  });
});

test("rows are inserted, changed and deleted past lifecycles, each by itself", async () => {
  await start();
  const found = await ask(`${SEEDED}
    const heard = [];
    strapi.db.lifecycles.subscribe((event) => heard.push(event.action));
    const { id } = await live().where({ title: 'Alpha' }).first('id');
    return {
      inserted: (await knex('tags').insert({ name: 't1' })).length,
      returned: await knex('tags').insert([{ name: 't2' }, { name: 't3' }]).returning(['name']),
      draft: (await knex('posts').insert({ title: 'new', views: 1 }), await knex('posts').where('title', 'new').pluck('published_at')),
      changed: await knex('tags').whereIn('name', ['t1', 't2']).update({ name: 'same', updated_at: knex.fn.now() }),
      increments: await Promise.all(Array.from({ length: 5 }, () => knex('posts').where({ id }).increment('views', 2))),
      decrement: await knex('posts').where({ id }).andWhere('views', '>=', 1).decrement({ views: 1 }),
      counted: await knex('posts').where('title', 'Alpha').orderBy('id').pluck('views'),
      deleted: await knex('tags').where({ name: 'same' }).del(),
      left: await knex('tags').pluck('name'),
      heard,
    };`);
  expect(found).toEqual({
    inserted: 1,
    returned: [{ name: "t2" }, { name: "t3" }],
    draft: [null],
    changed: 2,
    increments: [1, 1, 1, 1, 1],
    decrement: 1,
    counted: [1, 10],
    deleted: 2,
    left: ["t3"],
    heard: [],
  });
});

test("statements of a transaction are one write, by knex and by strapi", async () => {
  await start();
  const found = await ask(`
    const knex = strapi.db.connection;
    await knex.transaction(async (trx) => {
      await trx('tags').insert({ name: 'a' });
      await knex('tags').where({ name: 'a' }).transacting(trx).forUpdate().update({ name: 'b' });
    });
    const failed = await strapi.db
      .transaction(async ({ trx }) => {
        await trx('tags').update({ name: 'c' });
        throw new Error('dropped');
      })
      .catch(({ message }) => message);
    return [failed, await knex('tags').pluck('name')];`);
  expect(found).toEqual(["dropped", ["b"]]);
});

test("tables and columns are there as content types have them; indexes and settings have no effect", async () => {
  const { lines, log } = keptLog();
  await start("sqlite", log);
  const found = await ask(`
    const { schema, raw } = strapi.db.connection;
    await raw('PRAGMA journal_mode = WAL');
    await raw('CREATE INDEX IF NOT EXISTS mine ON posts (slug)');
    await schema.alterTable('posts', (table) => table.index(['slug'], 'mine'));
    return {
      tables: await Promise.all(['posts', 'up_users', 'files', 'strapi_core_store_settings', 'nope'].map(schema.hasTable)),
      columns: [await schema.hasColumn('up_users', 'reset_password_token'), await schema.hasColumn('posts', 'tags')],
      name: strapi.db.metadata.get('api::post.post').tableName,
      column: strapi.db.metadata.get('api::post.post').attributes.publishedAt.columnName,
      panel: [
        (await strapi.db.connection('strapi_core_store_settings').where({ key: 'x' }).first()) ?? 'undefined',
        await strapi.db.connection('admin_users').update({ blocked: true }),
      ],
    };`);
  expect(found).toEqual({
    tables: [true, true, true, true, false],
    columns: [true, false],
    name: "posts",
    column: "published_at",
    panel: ["undefined", 0],
  });
  expect(lines).toEqual([
    "warn Of the project's code: there is no database to tune: PRAGMA journal_mode has no effect",
    "warn Of the project's code: there is no database to tune: CREATE INDEX has no effect",
    "warn Of the project's code: there is no database to tune: indexes of tables have no effect",
    "warn Of the project's code: the table admin_users is of the admin panel, and empty here",
  ]);
});

test("links of relations are rows that are read, inserted and deleted", async () => {
  await start();
  const found = await ask(`
    const knex = strapi.db.connection;
    const role = await knex('up_roles').where({ type: 'public' }).first('id');
    const [permission] = await knex('up_permissions').insert({ action: 'api::tag.tag.find' }).returning('id');
    const link = { permission_id: permission.id, role_id: role.id };
    const links = () => knex('up_permissions_role_lnk').where(link);
    const before = (await links().first('id')) ?? 'undefined';
    await knex('up_permissions_role_lnk').insert({ ...link, permission_ord: 0 });
    await knex('up_permissions_role_lnk').insert(link);
    const granted = await strapi.db.query('plugin::users-permissions.permission').findOne({ where: { id: permission.id }, populate: ['role'] });
    const ids = [];
    for (const name of ['one', 'two']) ids.push((await strapi.db.query('api::tag.tag').create({ data: { name } })).id);
    const post = await strapi.documents('api::post.post').create({ data: { title: 'linked', tags: ids } });
    const tags = knex('posts_tags_lnk').where('post_id', post.id).whereIn('tag_id', ids);
    const linked = await tags.orderBy('tag_id', 'desc').pluck('tag_id');
    return {
      before, granted: granted.role.type, links: (await links()).length, linked, ids,
      deleted: await knex('posts_tags_lnk').where({ post_id: post.id, tag_id: ids[0] }).del(),
      left: await knex('posts_tags_lnk').pluck('tag_id'),
      table: await knex.schema.hasTable('posts_tags_lnk'),
      name: strapi.db.metadata.get('api::post.post').tableName,
    };`);
  const { ids } = found as { readonly ids: readonly number[] };
  expect(found).toMatchObject({
    before: "undefined",
    granted: "public",
    links: 1,
    linked: [...ids].reverse(),
    deleted: 1,
    left: [ids[1]],
    table: true,
    name: "posts",
  });
});

test.each([
  [
    "knex('components_shared_seos').first()",
    /connection\("components_shared_seos"\) is not there in Galley.*only content types and their links/,
  ],
  ["knex('posts').rightJoin('tags', 'a', 'b')", /connection\("posts"\)\.rightJoin is not there in Galley/],
  ["knex('posts').join('nope', 'posts.id', 'nope.id')", /connection\("nope"\) is not there in Galley/],
  ["knex('posts').join('tags', 'posts.id', '>', 'tags.id')", /A join by anything but equal columns/],
  ["knex('posts').join('tags', 'posts.id', 'posts.views')", /A join of posts\.id and posts\.views/],
  ["knex('posts').join('tags', 'posts.id', 'tags.id').where('id', 1)", /ambiguous column name: id/],
  ["knex('posts').join('tags', 'posts.id', 'tags.id').del()", /A write of joined tables/],
  ["knex('posts').where('nope', 1)", /The table posts has no column nope/],
  ["knex('posts').where({ id: undefined })", /Undefined binding\(s\).*\[id\]/],
  ["knex('posts').where('title', 'like', '%a%b')", /The pattern %a%b is not there/],
  ["knex('posts').where('title', '~', 'a')", /The operator ~ is not there/],
  ["knex('posts').where({ views: 1 }).update({ title: null })", /title/],
  ["knex('posts').insert({ id: 7, title: 'x' })", /An id of its own/],
  ["knex.schema.createTable('mine', () => {})", /schema\.createTable is not there/],
  ["knex.schema.alterTable('posts', (table) => table.string('more'))", /alterTable\.string is not there/],
  ["knex.transaction()", /transaction without a function/],
  ["knex.raw('SELECT * FROM posts')", /connection\.raw is not there/],
])("%s is refused", async (code, message) => {
  await start();
  await ask(
    "await strapi.documents('api::post.post').create({ data: { title: 'x', views: 1 }, status: 'published' });",
  );
  await expect(ask(`const knex = strapi.db.connection; return ${code};`)).rejects.toThrow(message);
});
