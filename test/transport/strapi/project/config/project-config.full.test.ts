import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { createGalley } from "../../../../../transport/galley.ts";
import { runConfig } from "../../../../../transport/strapi/project/config/run-config.ts";
import { loadProject } from "../../../../../transport/strapi/project/load-project.ts";
import { describeFault } from "../../../../../transport/strapi/project/project-error.ts";
import { typeFile, writeProject } from "../write-project.ts";

const POST = "src/api/post/content-types/post/schema.json";
const POSTS = typeFile("post", { title: { type: "string" } });

async function load(files: object, environment: { readonly [name: string]: string } = {}) {
  const project = await writeProject({ [POST]: POSTS, ...files });
  const { settings, warnings } = await loadProject(project, { environment });
  return { settings, warnings: warnings.map(describeFault) };
}

/** A file with this source is ignored, for this reason, and one beside it is read. */
async function expectLeftOut(source: string, reason: RegExp): Promise<void> {
  const { settings, warnings } = await load({
    "config/plugins.js": source,
    "config/server.js": "console.log('x'.repeat(1e6)); module.exports = { url: 'https://a.org' }",
  });
  expect(settings).toEqual({ url: "https://a.org" });
  expect(warnings).toEqual([expect.stringMatching(/^config\/plugins\.js: /)]);
  expect(warnings[0]).toMatch(reason);
}

describe("the configuration of a project", () => {
  it.each([
    ["plugins", "module.exports = 5", "an object"],
    ["server", "module.exports = () => null", "an object"],
    ["api", "module.exports = []", "an object"],
    ["middlewares", "module.exports = {}", "a list"],
  ])("is left out with one warning where config/%s is %s", async (name, source, kind) => {
    const { settings, warnings } = await load({ [`config/${name}.js`]: source });
    expect(settings).toEqual({});
    expect(warnings).toEqual([`config/${name}.js: is left out: it must give ${kind}`]);
  });

  it("describes the plugins", async () => {
    const plugins = `
      module.exports = ({ env }) => ({
        graphql: {
          enabled: true,
          config: {
            endpoint: "/gql", shadowCRUD: true, defaultLimit: 5, maxLimit: 50, depthLimit: 7, landingPage: false,
            v4CompatibilityMode: true,
            apolloServer: { introspection: env.bool("SHOWN", false) },
          },
        },
        "users-permissions": {
          config: {
            jwtSecret: env("JWT_SECRET"), jwt: { expiresIn: "7d" }, register: { allowedFields: ["nick"] },
            ratelimit: { interval: 1 },
          },
        },
        upload: { config: { sizeLimit: 10 * 1024 * 1024, breakpoints: { big: 800 }, provider: "aws-s3", providerOptions: {} } },
        i18n: true,
        seo: { enabled: true },
      });`;
    const { settings, warnings } = await load({
      "config/plugins.js": plugins,
      ".env": "JWT_SECRET=a secret of sixteen\nSHOWN=true",
    });
    expect(settings).toEqual({
      graphql: {
        endpoint: "/gql",
        defaultLimit: 5,
        maxLimit: 50,
        limits: { depth: 7 },
        page: false,
        introspection: true,
        v4CompatibilityMode: true,
      },
      users: { expiresIn: 604_800, allowedFields: ["nick"] },
      uploads: { limit: 10_485_760, breakpoints: { big: 800 } },
      jwtSecret: "a secret of sixteen",
    });
    expect(warnings).toEqual([
      "config/plugins.js: not understood and left out: users-permissions.config.ratelimit, upload.config.provider, seo",
    ]);
  });

  it("says how users stay signed in", async () => {
    const plugins = (config: string) =>
      load({ "config/plugins.js": `module.exports = { "users-permissions": { config: ${config} } };` });
    const sessions = `{
      accessTokenLifespan: 300, maxRefreshTokenLifespan: "1000", idleSessionLifespan: 5, httpOnly: true, other: 1,
      cookie: { name: "r", sameSite: "strict", maxAge: 60000 },
    }`;
    expect(await plugins(`{ jwtManagement: "refresh", sessions: ${sessions} }`)).toEqual({
      settings: {
        users: {
          sessions: {
            accessTokenLifespan: 300,
            maxRefreshTokenLifespan: 1000,
            httpOnly: true,
            cookie: { name: "r", sameSite: "strict", maxAge: 60 },
          },
        },
      },
      warnings: ["config/plugins.js: not understood and left out: users-permissions.config.sessions.other"],
    });
    expect((await plugins('{ jwtManagement: "refresh" }')).settings).toEqual({ users: { sessions: true } });
    expect((await plugins('{ jwtManagement: "legacy-support", sessions: {} }')).settings).toEqual({});
    expect((await plugins('{ jwtManagement: "none" }')).warnings).toEqual([
      "config/plugins.js: not understood and left out: users-permissions.config.jwtManagement",
    ]);
  });

  it("is silent about settings without effect here", async () => {
    const files = {
      "config/middlewares.js": `module.exports = [
        { name: "strapi::cors", config: {
          enabled: true, origin: ["https://a.org"], methods: "*", headers: ["*"], credentials: true, keepHeaderOnError: true } },
        { name: "strapi::body", config: { includeUnparsed: true } },
        { name: "strapi::security", config: { contentSecurityPolicy: { useDefaults: true } } },
        { name: "strapi::session", config: { key: "a", maxAge: 1 } },
      ];`,
      "config/server.js": "module.exports = { webhooks: { populateRelations: false }, admin: {}, http: {} };",
      "config/plugins.js": `module.exports = {
        graphql: { config: { apolloServer: { tracing: true } } },
        upload: { config: { providerOptions: { localServer: { maxage: 1 } }, actionOptions: { upload: {} } } },
      };`,
    };
    expect(await load(files)).toEqual({ settings: { cors: ["https://a.org"], graphql: true }, warnings: [] });
  });

  it("is that of the project, whatever the folder around it holds", async () => {
    const around = await writeProject({
      "config/plugins.js": "module.exports = { upload: { config: { sizeLimit: 1000 } } }",
      "cms/config/plugins.js": "module.exports = { upload: { config: { sizeLimit: 2000 } } }",
      "cms/src/api/post/content-types/post/schema.json": typeFile("post"),
    });
    const { settings } = await loadProject(join(around, "cms"), { environment: {} });
    expect(settings).toEqual({ uploads: { limit: 2000 } });
  });

  it("is read from a module that a compiler made CommonJS, as in a project that was built", async () => {
    const compiled = (value: string) => `"use strict";
      Object.defineProperty(exports, "__esModule", { value: true });
      exports.default = ${value};`;
    const files = {
      "config/api.js": compiled("{ rest: { defaultLimit: 7 } }"),
      "config/server.ts": "import 'not-here/at-all'; export default notDefined;",
      "dist/config/server.js": compiled("({ env }) => ({ url: env('NOTHING', 'https://a.org') })"),
    };
    expect(await load(files)).toEqual({ settings: { rest: { defaultLimit: 7 }, url: "https://a.org" }, warnings: [] });
  });

  it("says which files may be uploaded", async () => {
    const { settings, warnings } = await load({
      "config/plugins.ts": `
        export default () => ({
          upload: { config: { security: { allowedTypes: ["image/*"], deniedTypes: ["image/svg+xml"], maxFileSize: 1 } } },
        });`,
    });
    expect(settings).toEqual({ uploads: { allowedTypes: ["image/*"], deniedTypes: ["image/svg+xml"] } });
    expect(warnings).toEqual(["config/plugins.ts: not understood and left out: upload.config.security.maxFileSize"]);
  });

  it("describes allowed origins, limits and the address of the server", async () => {
    const { settings, warnings } = await load({
      "config/middlewares.ts": `
        export default [
          "strapi::logger", "strapi::errors",
          { name: "strapi::security", config: { contentSecurityPolicy: { useDefaults: true } } },
          { name: "strapi::cors", config: { origin: ["https://a.org", "https://b.org"], headers: ["X-A"] } },
          { name: "strapi::body", config: { jsonLimit: "2mb", formLimit: "1mb", formidable: { maxFileSize: 5000000 } } },
          "global::mine",
        ];`,
      "config/server.ts": `
        export default ({ env }: { env: any }) => ({
          host: env("HOST", "0.0.0.0"), port: env.int("PORT", 1337), app: { keys: env.array("APP_KEYS") },
          url: "https://api.example.org", cron: { enabled: true },
        });`,
    });
    expect(settings).toEqual({
      cors: ["https://a.org", "https://b.org"],
      bodyLimit: 2_097_152,
      uploads: { limit: 5_000_000 },
      url: "https://api.example.org",
    });
    expect(warnings).toEqual([
      "config/middlewares.ts: not understood and left out: strapi::cors.config.headers, global::mine",
      "config/server.ts: not understood and left out: cron",
    ]);
  });

  it.each([
    ["throws", "throw new Error('not today')", /cannot be read: not today/],
    ["ends the process", "process.exit(0)", /ended the process that read it/],
    ["kills itself", "process.kill(process.pid, 'SIGKILL')", /ended the process that read it/],
    ["needs what is not there", "require('./no-such-file')", /cannot be read: Cannot find module/],
    [
      "counts with what is not there",
      "module.exports = { upload: { config: { sizeLimit: require('@a/no-such-package').MEGABYTE * 5 } } }",
      /cannot be read: Cannot find module '@a\/no-such-package'/,
    ],
    ["holds itself", "const a = {}; a.a = a; module.exports = a", /cannot be read: Converting circular/],
    ["holds too much", "module.exports = { a: 'x'.repeat(2000000) }", /holds too much/],
    [
      "lies",
      "process.send({ file: 'config/plugins.js', text: '{' }); process.exit()",
      /ended the process that read it/,
    ],
  ])("that %s is left out with a warning, and the others are read", async (_, source, warning) => {
    await expectLeftOut(source, warning);
  });

  it("keeps settings that do not come from missing packages", async () => {
    const { settings, warnings } = await load({
      "config/plugins.ts": `
        import { readFileSync } from "node:fs";
        import colors from "@repo/colors/colors.json";
        import { uploads } from "./uploads";
        export default ({ env }) => ({
          upload: uploads(env),
          tiptap: { config: { colors: colors.map(({ hex }) => hex), ...colors.others } },
          theme: { css: readFileSync(require.resolve("@repo/colors/theme.css"), "utf8") },
        });`,
      "config/uploads.ts": `
        import { S3 } from "@aws/client";
        export const uploads = () => ({ config: { sizeLimit: 5000000, provider: new S3("x").name } });`,
      "config/server.js": `
        const tasks = require("some-scheduler/tasks");
        module.exports = { url: "https://a.org", cron: { tasks: [...tasks] } };`,
    });
    expect(settings).toEqual({ uploads: { limit: 5_000_000 }, url: "https://a.org" });
    expect(warnings).toEqual([
      expect.stringMatching(
        /^config\/server.js: is read without what it takes from a package: .* 'some-scheduler\/tasks'/,
      ),
      expect.stringMatching(
        /^config\/plugins.ts: is read without what it takes from a package: .* '(@repo\/colors|@aws)/,
      ),
      "config/server.js: not understood and left out: cron",
      "config/plugins.ts: not understood and left out: upload.config.provider, tiptap, theme",
    ]);
  });

  // Together, as each of them takes as long as it may.
  it("that never ends, or waits for ever, is reported, and the others are read", async () => {
    // As deaf as an endless loop, and quieter.
    const stuck = "Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0)";
    const endless = [stuck, "module.exports = () => new Promise(() => setInterval(() => {}, 1000))"];
    const files = ["config/plugins.js", "config/server.js"];
    const run = async (source: string) => {
      const project = await writeProject({
        "config/plugins.js": source,
        "config/server.js": "module.exports = { url: '' }",
      });
      return [...(await runConfig(project, files, {}, { timeLimit: 5000 })).values()];
    };
    const results = await Promise.all(endless.map(run));
    expect(results).toEqual(endless.map(() => [{ fault: "did not end within 5 seconds" }, { value: { url: "" } }]));
  });

  it.each([
    [
      "plugins",
      { graphql: { config: { defaultLimit: "many" } } },
      "config/plugins.json: graphql.defaultLimit: must be",
    ],
    ["plugins", { upload: { config: { breakpoints: { "../x": 5 } } } }, "config/plugins.json: uploads.breakpoints"],
    [
      "plugins",
      { upload: { config: { sizeLimit: "huge" } } },
      "config/plugins.json: not understood and left out: upload",
    ],
    ["middlewares", [5, { name: ["strapi::cors"] }, null], "config/middlewares.json: not understood"],
    ["middlewares", [{ name: "strapi::cors", config: { origin: [{}] } }], "left out: strapi::cors.config.origin"],
    ["server", { url: "https://" }, "config/server.json: url: must be an absolute URL"],
  ])("in %s that cannot be is named with its place: %j", async (name, value, warning) => {
    const { settings, warnings } = await load({ [`config/${name}.json`]: value });
    expect([Object.values(settings).filter((each) => each !== true), warnings.join("\n")]).toEqual([
      [],
      expect.stringContaining(warning),
    ]);
  });

  it.each([[[]], ["text"], [5], [null], [{ graphql: 5, upload: [], "users-permissions": { config: 3 } }]])(
    "may be anything: %j",
    async (value) => {
      for (const name of ["plugins", "server", "middlewares", "api"]) {
        const { settings } = await load({ [`config/${name}.json`]: JSON.stringify(value) });
        expect(settings).toEqual({});
      }
    },
  );

  it("sees no secret of the process but those that its .env names", async () => {
    const server =
      "module.exports = ({ env }) => ({ url: 'https://' + [env('A_TOKEN', 'no'), env('MY_KEY'), env('HOST')].join('.') })";
    const files = { "config/server.js": server, ".env": "MY_KEY=own" };
    const { settings } = await load(files, { A_TOKEN: "secret", MY_KEY: "process", HOST: "host" });
    expect(settings).toEqual({ url: "https://no.process.host" });
  });

  it("is overridden by given values, part by part", async () => {
    const project = await writeProject({
      [POST]: POSTS,
      "package.json": { dependencies: { "@strapi/strapi": "5.54.0" } },
      "config/plugins.json": { graphql: { config: { endpoint: "/gql", depthLimit: 1, maxLimit: 3 } } },
      "config/api.json": { rest: { prefix: "/content", maxLimit: 7 } },
    });
    const open = { roles: { public: { post: ["find"] } } } as const;
    const galley = await createGalley({ project, ...open, graphql: { maxLimit: 5 }, rest: { prefix: "/rest" } });
    const routes = galley.routes().map(({ path }) => path);
    expect([routes.includes("/gql"), routes.includes("/rest/posts")]).toEqual([true, true]);
    await galley.close();
    const without = await createGalley({ project, ...open, graphql: false });
    expect(without.routes().map(({ path }) => path)).not.toContain("/gql");
    await without.close();
  });
});
