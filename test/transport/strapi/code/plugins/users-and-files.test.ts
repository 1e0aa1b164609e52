import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { FolderFileStore } from "../../../../../storage/internal.ts";
import type { Galley } from "../../../../../transport/galley.ts";
import { newFolder } from "../../../../support/folder.ts";
import { withJson } from "../../../../support/requests/json.ts";
import { ASKED, ask, keptLog, runProject } from "../strapi-project.ts";

const OPTIONS = {
  users: true,
  uploads: true,
  jwtSecret: "a secret for tests",
  tokens: [{ name: "full", token: "full", access: "full-access" }],
} as const;
const FULL = { authorization: "Bearer full" };

const post = (body: object, headers: object = {}) => withJson("POST", body, headers);

const MARIA = { username: "maria", email: "maria@example.org", password: "secretsecret" };

/** Lifecycles that write down what they see. */
const TELLING = {
  ...ASKED,
  "src/index.js": ASKED["src/index.js"].replace(
    "bootstrap({ strapi }) {",
    `bootstrap({ strapi }) {
      globalThis.heard = [];
      const tell = ({ action, model, params: { data, where }, result }) => {
        if (data?.username === "taken") throw new Error("no such name");
        if (action === "beforeCreate" && data.username) data.username += "!";
        globalThis.heard.push([action, model.singularName, Object.keys(where ?? {}).join(), data?.password?.slice(0, 2), result?.username ?? result?.name].filter(Boolean).join(" "));
      };
      strapi.db.lifecycles.subscribe({
        models: ["plugin::users-permissions.user", "plugin::upload.file"],
        ...Object.fromEntries(["Create", "Update", "Delete"].flatMap((name) => [["before" + name, tell], ["after" + name, tell]])),
      });`,
  ),
};

const heard = () => ask("return globalThis.heard.splice(0);");

function form(...names: string[]): FormData {
  const files = new FormData();
  for (const name of names) files.append("files", new Blob([`bytes of ${name}`], { type: "text/plain" }), name);
  return files;
}

async function sent(galley: Galley, path: string, init: object): Promise<readonly [number, never]> {
  const answer = await galley.fetch(path, init);
  return [answer.status, (await answer.json()) as never];
}

test("lifecycles of users hear of sign-ups, of new passwords and of the routes of users", async () => {
  const galley = await runProject(TELLING, OPTIONS);
  const [, { jwt }] = (await sent(galley, "/api/auth/local/register", post(MARIA))) as readonly [
    number,
    { jwt: string },
  ];
  expect(await heard()).toEqual(["beforeCreate user $2", "afterCreate user $2 maria!"]);
  const headers = { authorization: `Bearer ${jwt}` };
  const passwords = { currentPassword: MARIA.password, password: "another", passwordConfirmation: "another" };
  expect((await sent(galley, "/api/auth/change-password", post(passwords, headers)))[0]).toBe(200);
  expect(await heard()).toEqual(["beforeUpdate user id $2", "afterUpdate user id $2 maria!"]);
  await sent(galley, "/api/auth/local", post({ identifier: "maria!", password: "another" }));
  expect(await heard()).toEqual([]);
  expect((await sent(galley, "/api/users/1", { ...post({ username: "mari" }, FULL), method: "PUT" }))[0]).toBe(200);
  expect((await sent(galley, "/api/users/1", { method: "DELETE", headers: FULL }))[0]).toBe(200);
  expect(await heard()).toEqual([
    ...["beforeUpdate user id", "afterUpdate user id mari", "beforeDelete user id", "afterDelete user id mari"],
  ]);
  const taken = { ...MARIA, username: "taken" };
  expect((await sent(galley, "/api/auth/local/register", post(taken)))[0]).toBe(500);
  expect(await ask("return strapi.db.query('plugin::users-permissions.user').count();")).toBe(0);
});

test("lifecycles of files hear of uploads, of descriptions and of removed files", async () => {
  const galley = await runProject(TELLING, OPTIONS);
  const [status, files] = await sent(galley, "/api/upload", {
    method: "POST",
    headers: FULL,
    body: form("a.txt", "b.txt"),
  });
  expect([status, files]).toMatchObject([201, [{ name: "a.txt" }, { name: "b.txt" }]]);
  expect(await heard()).toEqual([
    ...["beforeCreate file", "beforeCreate file", "afterCreate file a.txt", "afterCreate file b.txt"],
  ]);
  const described = await sent(galley, "/api/upload?id=1", post({ fileInfo: { name: "c.txt" } }, FULL));
  expect(described).toMatchObject([200, { name: "c.txt" }]);
  expect((await sent(galley, "/api/upload/files/1", { method: "DELETE", headers: FULL }))[0]).toBe(200);
  expect(await heard()).toEqual([
    ...["beforeUpdate file id", "afterUpdate file id c.txt", "beforeDelete file id", "afterDelete file id c.txt"],
  ]);
});

test("Strapi's roles are there before bootstrap, and permissions that it grants to them have effect", async () => {
  const { lines, log } = keptLog();
  const galley = await runProject(
    {
      "src/index.js": `module.exports = { async bootstrap({ strapi }) {
        const role = await strapi.query("plugin::users-permissions.role").findOne({ where: { type: "public" } });
        for (const action of ["api::tag.tag.find", "api::tag.tag.own"]) {
          const known = await strapi.query("plugin::users-permissions.permission").findOne({ where: { action, role: role.id } });
          if (known === null) await strapi.query("plugin::users-permissions.permission").create({ data: { action, role: role.id } });
        }
      } };`,
      "src/api/tag/routes/z-own.js":
        'module.exports = { routes: [{ method: "GET", path: "/own", handler: "tag.own" }] };',
      "src/api/tag/controllers/tag.js": `module.exports = require("@strapi/strapi").factories.createCoreController(
        "api::tag.tag", () => ({ own: () => ({ own: true }) }));`,
    },
    { ...OPTIONS, open: false, logger: log },
  );
  expect(lines).toEqual([]);
  const statuses = ["/api/tags", "/api/own", "/api/posts"].map(async (path) => (await galley.fetch(path)).status);
  expect(await Promise.all(statuses)).toEqual([200, 200, 403]);
  // Those that the role began with are not lost to the new ones.
  const signedUp = await galley.fetch("/api/auth/local/register", post(MARIA));
  expect(signedUp.status).toBe(200);
  const { jwt } = (await signedUp.json()) as { readonly jwt: string };
  const me = await galley.fetch("/api/users/me", { headers: { authorization: `Bearer ${jwt}` } });
  expect(await me.json()).toMatchObject({ username: "maria" });
});

test("actions of users and uploads are replaced by assignment too, and own files are uploaded by the service", async () => {
  const galley = await runProject(
    {
      "src/index.js": `module.exports = { register({ strapi }) {
        const { user } = strapi.plugin("users-permissions").controllers;
        const { find } = user;
        user.find = async (ctx) => { await find(ctx); ctx.body = { data: ctx.body, meta: { mine: true } }; };
        const api = strapi.plugin("upload").controllers["content-api"];
        const { upload } = api;
        api.upload = async (ctx) => { await upload(ctx); ctx.body = { uploaded: ctx.body.map(({ name }) => name) }; };
      } };`,
      "src/api/tag/routes/a-own.js": `module.exports = { routes: [
        { method: "POST", path: "/imports", handler: async (ctx) => {
          const service = strapi.plugin("upload").service("upload");
          const { picture } = ctx.request.files;
          const [file] = await service.upload({ data: { fileInfo: { name: "mine.txt", caption: ctx.request.body.caption } }, files: picture });
          const text = require("node:fs").readFileSync(picture.filepath, "utf8");
          const page = await service.findPage({ page: 1, pageSize: 5 });
          const described = await service.updateFileInfo(file.id, { alternativeText: "alt" });
          await service.remove(file);
          return { file, text, picture, total: page.pagination.total, alt: described.alternativeText, left: (await service.findMany()).length };
        }, config: { auth: false } },
      ] };`,
    },
    OPTIONS,
  );
  await sent(galley, "/api/auth/local/register", post(MARIA));
  expect(await sent(galley, "/api/users", { headers: FULL })).toMatchObject([
    200,
    { data: [{ username: "maria" }], meta: { mine: true } },
  ]);
  expect((await galley.fetch("/api/users")).status).toBe(403);
  const uploaded = await sent(galley, "/api/upload", { method: "POST", headers: FULL, body: form("a.txt") });
  expect(uploaded).toEqual([201, { uploaded: ["a.txt"] }]);
  expect((await galley.fetch("/api/upload", { method: "POST", body: form("a.txt") })).status).toBe(403);
  const own = new FormData();
  own.append("caption", "of a form");
  own.append("picture", new Blob(["own bytes"], { type: "text/plain" }), "own.txt");
  const [status, made] = (await sent(galley, "/api/imports", { method: "POST", body: own })) as readonly [
    number,
    object,
  ];
  expect([status, made]).toMatchObject([
    200,
    {
      file: { name: "mine.txt", caption: "of a form", mime: "text/plain", provider: "local" },
      picture: { originalFilename: "own.txt", mimetype: "text/plain", size: 9 },
      ...{ text: "own bytes", total: 2, alt: "alt", left: 1 },
    },
  ]);
});

test("an upload by the service that fails leaves no file behind", async () => {
  const place = await newFolder();
  const galley = await runProject(ASKED, { ...OPTIONS, files: new FolderFileStore(place) });
  const upload = (...paths: string[]) => `
    const service = strapi.plugin("upload").service("upload");
    const files = ${JSON.stringify(paths)}.map((filepath) => ({ filepath }));
    return (await service.upload({ files }).catch((error) => [{ name: error.code }])).map(({ name }) => name);`;
  const own = join(galley.project, "package.json");
  expect(await ask(upload(own))).toEqual(["package.json"]);
  const kept = await readdir(place);
  expect(kept).toHaveLength(1);
  expect(await ask(upload(own, join(place, "nowhere.json")))).toEqual(["ENOENT"]);
  expect(await readdir(place)).toEqual(kept);
});
