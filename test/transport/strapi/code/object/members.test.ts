import { expect, test } from "vitest";
import { ASKED, ask, keptLog, runProject } from "../strapi-project.ts";

/** A real Strapi 5.54 has answered these questions with the values beside them. */

test("content types and components are the definitions with what Strapi adds", async () => {
  await runProject(ASKED);
  const found = await ask(`
    const type = strapi.contentTypes['api::tag.tag'];
    return {
      keys: Object.keys(type).sort(),
      attributes: Object.keys(type.attributes),
      same: strapi.getModel('api::tag.tag') === type && strapi.contentType('api::tag.tag') === type,
      component: strapi.components['shared.seo'].category,
      none: strapi.getModel('x.y') === undefined,
    };`);
  expect(found).toMatchObject({
    keys: expect.arrayContaining([
      ...["kind", "collectionName", "info", "options", "attributes", "apiName", "globalId", "uid", "modelType"],
      ...["__schema__", "modelName"],
    ]),
    attributes: [
      ...[
        "name",
        "posts",
        "createdAt",
        "updatedAt",
        "publishedAt",
        "createdBy",
        "updatedBy",
        "locale",
        "localizations",
      ],
    ],
    same: true,
    component: "shared",
    none: true,
  });
});

test("config has the files of config, those of plugins by uid, and what a new Strapi has", async () => {
  await runProject({
    ...ASKED,
    "config/server.js": "module.exports = ({ env }) => ({ port: env.int('NOT_SET', 4000), app: { keys: ['k1'] } });",
    "config/plugins.js": "module.exports = { 'users-permissions': { config: { jwt: { expiresIn: '30d' } } } };",
  });
  const found = await ask(`
    strapi.config.set('mine.deep', 5);
    return {
      port: strapi.config.get('server.port'),
      property: strapi.config.server.app.keys,
      prefix: strapi.config.get('api.rest.prefix'),
      plugin: strapi.config.get('plugin::users-permissions.jwt'),
      plugin4: strapi.config.get('plugin.users-permissions.jwt'),
      ofPlugin: strapi.plugin('users-permissions').config('jwt.expiresIn'),
      has: [strapi.config.has('server.port'), strapi.config.has('nope.x')],
      fallback: strapi.config.get('nope.x', 'dflt'),
      set: strapi.config.get('mine'),
      environment: typeof strapi.config.get('environment'),
    };`);
  expect(found).toEqual({
    port: 4000,
    property: ["k1"],
    prefix: "/api",
    plugin: { expiresIn: "30d" },
    plugin4: { expiresIn: "30d" },
    ofPlugin: "30d",
    has: [true, false],
    fallback: "dflt",
    set: { deep: 5 },
    environment: "string",
  });
});

test("store gives the settings of users, which are those of the deployment", async () => {
  const advanced = "strapi.store({ type: 'plugin', name: 'users-permissions', key: 'advanced' })";
  await runProject(ASKED, { users: { register: false }, jwtSecret: "a secret for tests" });
  const usual = {
    unique_email: true,
    allow_register: false,
    email_confirmation: false,
    email_reset_password: null,
    email_confirmation_redirection: null,
    default_role: "authenticated",
  };
  expect(await ask(`return ${advanced}.get();`)).toEqual(usual);
  await ask(`await ${advanced}.set({ value: { default_role: "editor" } });`);
  expect(await ask(`return ${advanced}.get();`)).toEqual({ default_role: "editor" });
});

test("store keeps values by type, name and key", async () => {
  const { fork } = await runProject(ASKED);
  expect(typeof fork).toBe("function");
  const found = await ask(`
    const store = strapi.store({ type: 'plugin', name: 'mine', key: 'k' });
    const none = await store.get();
    await store.set({ value: { a: 1 } });
    const got = await store.get();
    const other = await strapi.store({ type: 'plugin', name: 'mine' }).get({ key: 'k' });
    const plain = await strapi.store.get({ type: 'plugin', name: 'mine', key: 'k' });
    await store.set({ value: 5 });
    const number = await store.get();
    await store.delete();
    return { keys: Object.keys(store), none, got, other, plain, number, deleted: await store.get() };`);
  expect(found).toEqual({
    keys: ["get", "set", "delete"],
    none: null,
    got: { a: 1 },
    other: { a: 1 },
    plain: { a: 1 },
    number: 5,
    deleted: null,
  });
});

test("eventHub tells what happened to content and events of the project's own, and outlives a listener that throws", async () => {
  const { lines, log } = keptLog();
  await runProject(ASKED, { logger: log });
  const heard = await ask(`
    const heard = [];
    strapi.eventHub.on('entry.create', () => { throw new Error('oh'); });
    strapi.eventHub.on('entry.create', ({ uid, model, entry }) => heard.push([uid, model, entry.name]));
    strapi.eventHub.once('mine', (value) => heard.push(['mine', value]));
    const off = strapi.eventHub.subscribe((name) => heard.push([name]));
    await strapi.eventHub.emit('mine', 1);
    await strapi.eventHub.emit('mine', 2);
    off();
    const told = new Promise((done) => strapi.eventHub.on('entry.create', done));
    await strapi.documents('api::tag.tag').create({ data: { name: 'a' } });
    await told;
    return heard;`);
  expect(heard).toEqual([["mine"], ["mine", 1], ["mine"], ["api::tag.tag", "tag", "a"]]);
  expect(lines).toContain("error A listener of entry.create failed: oh");
});

test("tasks of the configuration and of cron.add run by the clock of the galley", async () => {
  const { lines, log } = keptLog();
  const galley = await runProject(
    {
      ...ASKED,
      "config/cron-tasks.js": `module.exports = {
        '0 * * * *': ({ strapi }) => strapi.documents('api::tag.tag').create({ data: { name: 'each hour' } }),
        wrong: { task() {}, options: { rule: '* *' } },
      };`,
      "config/server.js": "const tasks = require('./cron-tasks'); module.exports = { cron: { enabled: true, tasks } };",
    },
    { clock: "2026-01-01T00:30:00Z", logger: log },
  );
  await ask(`strapi.cron.add({
    daily: { task: ({ strapi }, date) => strapi.documents('api::tag.tag').create({ data: { name: date.toISOString() } }), options: { rule: '0 0 2 * * *', tz: 'UTC' } },
    once: { task: ({ strapi }) => strapi.documents('api::tag.tag').create({ data: { name: 'once' } }), options: new Date('2026-01-01T01:15:00Z') },
    removed: { task: ({ strapi }) => strapi.documents('api::tag.tag').create({ data: { name: 'removed' } }), options: '* * * * *' },
  });
  strapi.cron.remove('removed');`);
  await galley.clock.advance(2 * 3_600_000);
  const names = await ask("return (await strapi.documents('api::tag.tag').findMany()).map(({ name }) => name).sort();");
  expect(names).toEqual(["2026-01-01T02:00:00.000Z", "each hour", "each hour", "once"]);
  expect(lines).toContain('error cron.wrong.rule: "* *" has 2 fields, 5 or 6 are needed');
});

test("get knows the parts by name", async () => {
  await runProject(ASKED);
  const names = ["webhookStore", "eventHub", "config", "customFields", "cron", "db", "requestContext", "documents"];
  expect(await ask(`return ${JSON.stringify(names)}.filter((name) => strapi.get(name) !== undefined);`)).toEqual(names);
  await expect(ask("strapi.get('nope');")).rejects.toThrow("Could not resolve service nope");
});

test("code for the admin panel is accepted, has no effect, and is named once", async () => {
  const { lines, log } = keptLog();
  await runProject(
    {
      ...ASKED,
      "src/index.js": `module.exports = {
        register({ strapi }) {
          strapi.customFields.register({ name: 'color', type: 'string' });
        },
        async bootstrap({ strapi }) {
          await strapi.admin.services.permission.conditionProvider.register({ name: 'mine' });
          await strapi.admin.services.permission.conditionProvider.register({ name: 'other' });
          if (await strapi.service('admin::role').getSuperAdmin()) throw new Error('there is no panel');
          strapi.db.lifecycles.subscribe({ models: ['admin::user'], afterCreate() {} });
          await strapi.db.query('admin::user').findOne({ where: { id: 1 } });
          await strapi.get('webhookStore').createWebhook({ name: 'site', url: 'https://www.example.org' });
        },
      };`,
    },
    { logger: log },
  );
  expect(lines).toEqual([
    "warn Of the project's code: code for the admin panel has no effect",
    "warn Of the project's code: admin::user is of the admin panel, and empty here",
    "warn Of the project's code: the webhook site is not sent: name it in webhooks of the configuration",
  ]);
});

test("i18n knows what is localized, and keeps the locales of the configuration", async () => {
  const { lines, log } = keptLog();
  const i18n = { pluginOptions: { i18n: { localized: true } } };
  await runProject(
    {
      ...ASKED,
      "src/api/page/content-types/page/schema.json": {
        kind: "collectionType",
        info: { singularName: "page", pluralName: "pages", displayName: "Page" },
        ...i18n,
        attributes: {
          title: { type: "string", ...i18n },
          order: { type: "integer" },
          seo: { type: "component", component: "shared.seo" },
          tags: { type: "relation", relation: "oneToMany", target: "api::tag.tag" },
        },
      },
    },
    { locales: ["en", "fr"], logger: log },
  );
  const found = await ask(`
    const { create, findByCode, findById } = strapi.plugin("i18n").service("locales");
    const types = strapi.plugin("i18n").service("content-types");
    const page = strapi.getModel("api::page.page");
    const entry = { title: "Thé", order: null };
    const related = { title: "Tea", order: 3, seo: { id: 9, metaTitle: "m" } };
    types.fillNonLocalizedAttributes(entry, related, { model: "api::page.page" });
    return {
      created: await create({ code: "ar", name: "Arabic" }),
      after: await findByCode("ar"),
      second: (await findById(2)).code,
      localized: [page, strapi.getModel("api::tag.tag")].map(types.isLocalizedContentType),
      shared: types.getNonLocalizedAttributes(page),
      entry,
      populate: types.getNestedPopulateOfNonLocalizedAttributes("api::page.page"),
      locale: await types.getValidLocale(undefined),
      unknown: await types.getValidLocale("ar").catch((error) => error.message),
    };`);
  expect(found).toMatchObject({
    created: { code: "ar", name: "Arabic" },
    after: null,
    second: "fr",
    localized: [true, false],
    shared: ["order", "seo"],
    entry: { title: "Thé", order: 3, seo: { metaTitle: "m" } },
    populate: ["seo"],
    locale: "en",
    unknown: "Locale not found",
  });
  expect(found).not.toHaveProperty("entry.seo.id");
  expect(lines).toContain(
    "warn Of the project's code: the locale ar is not changed: name it in locales of the configuration",
  );
});

test("mail goes where the deployment's mail goes, and locales are those that are served", async () => {
  const galley = await runProject(ASKED, { locales: ["en", "fr"] });
  const found = await ask(`
    const email = strapi.plugin('email').service('email');
    await email.send({ to: 'a@example.org', subject: 'Hello', text: 'text' });
    await email.sendTemplatedEmail({ to: 'b@example.org' }, { subject: 'Hi <%= user.name %>', text: '', html: '' }, { user: { name: 'Maria' } });
    const { locales } = strapi.plugin('i18n').services;
    return [(await locales.find()).map(({ code }) => code), await locales.getDefaultLocale()];`);
  expect(found).toEqual([["en", "fr"], "en"]);
  expect(galley.outbox.list().map(({ to, subject }) => [to, subject])).toEqual([
    ["a@example.org", "Hello"],
    ["b@example.org", "Hi Maria"],
  ]);
});

test("a plugin of the project has services, register and bootstrap", async () => {
  await runProject({
    ...ASKED,
    "config/plugins.ts":
      "export default () => ({ shop: { enabled: true, resolve: './src/plugins/shop', config: { currency: 'EUR' } } });",
    "src/plugins/shop/package.json": { name: "shop", strapi: { kind: "plugin" } },
    "src/plugins/shop/server/src/index.ts": `
      let began = "";
      export default {
        register() { began += "register "; },
        bootstrap({ strapi }) { began += strapi.plugin("shop").config("currency"); },
        services: { cart: ({ strapi }) => ({ began: () => began, twice: () => strapi.plugin("shop").service("cart").began() }) },
      };`,
  });
  expect(
    await ask("return [strapi.plugin('shop').service('cart').twice(), Object.keys(strapi.plugins.shop.services)];"),
  ).toEqual(["register EUR", ["cart"]]);
});

test("policies are found by their uid, and one that is not there is undefined", async () => {
  await runProject({
    ...ASKED,
    "src/policies/mine.js": "module.exports = () => 'global';",
    "src/api/post/policies/own.js": "module.exports = () => 'of post';",
  });
  const found = await ask(`
    const called = (uid) => strapi.policy(uid)?.() ?? 'undefined';
    return ['global::mine', 'api::post.own', 'mine', 'api::tag.own'].map(called);`);
  expect(found).toEqual(["global", "of post", "undefined", "undefined"]);
});
