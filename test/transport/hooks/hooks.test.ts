import { describe, expect, it } from "vitest";
import {
  ApplicationError,
  ForbiddenError,
  type Galley,
  type HookContext,
  PolicyError,
} from "../../../transport/galley.ts";
import { schemaOf } from "../../support/content/schema-of.ts";
import { sendTo } from "../../support/requests/json.ts";
import { openGalley } from "../../support/servers/open-galley.ts";

const SCHEMA = schemaOf({
  tag: {
    dp: false,
    attributes: {
      name: { type: "string", required: true },
      note: { type: "string", private: true },
      posts: { type: "relation", relation: "manyToMany", target: "api::post.post", mappedBy: "tags" },
    },
  },
  post: {
    attributes: {
      title: { type: "string", required: true },
      secret: { type: "string", private: true },
      tags: { type: "relation", relation: "manyToMany", target: "api::tag.tag", inversedBy: "posts" },
    },
  },
  home: { kind: "singleType", dp: false, attributes: { title: { type: "string" } } },
});

const FULL = { authorization: "Bearer full-access-token" };
const start = (options: object = {}): Promise<Galley> =>
  openGalley({
    schema: SCHEMA,
    profile: "strapi",
    roles: { public: { "*": ["find", "findOne"] } },
    tokens: [{ name: "full", token: "full-access-token", access: "full-access" }],
    ...options,
  });

const call = (galley: Galley, method: string, path: string, data?: object) =>
  sendTo(galley, method, path, data && { data }, FULL);

describe("hooks of the Document Service", () => {
  it("see the calls that Strapi's controllers make, the first registered outermost", async () => {
    const galley = await start();
    const seen: string[] = [];
    for (const name of ["A", "B"]) {
      galley.use(async (context, next) => {
        seen.push(`${name} ${context.action} ${context.uid}`);
        const result = await next();
        seen.push(`${name} done`);
        return result;
      });
    }
    const { body } = await call(galley, "POST", "/api/tags", { name: "red" });
    await call(galley, "GET", "/api/tags");
    await call(galley, "GET", `/api/tags/${body.data.documentId}`);
    await call(galley, "PUT", `/api/tags/${body.data.documentId}`, { name: "blue" });
    await call(galley, "DELETE", `/api/tags/${body.data.documentId}`);
    await call(galley, "PUT", "/api/home", { title: "first" });
    await call(galley, "PUT", "/api/home", { title: "second" });
    await call(galley, "GET", "/api/home");
    const outer = seen.filter((line) => /^A \w+ api/.test(line)).map((line) => line.split(" ").slice(1).join(" "));
    expect(outer).toEqual([
      "create api::tag.tag",
      "findMany api::tag.tag",
      "count api::tag.tag",
      "findOne api::tag.tag",
      "update api::tag.tag",
      "delete api::tag.tag",
      "create api::home.home",
      "update api::home.home",
      "findFirst api::home.home",
    ]);
    expect(seen.slice(0, 4)).toEqual(["A create api::tag.tag", "B create api::tag.tag", "B done", "A done"]);
  });

  it("see the content type as its schema.json defines it", async () => {
    const galley = await start();
    const seen: unknown[] = [];
    galley.use({ types: ["post"], actions: ["findMany"] }, ({ contentType }, next) => {
      const { kind, modelName, info, options, attributes } = contentType;
      seen.push([kind, modelName, info.pluralName, options.draftAndPublish, attributes.title]);
      return next();
    });
    await call(galley, "GET", "/api/posts");
    expect(seen).toEqual([
      ["collectionType", "post", "posts", expect.any(Boolean), expect.objectContaining({ type: "string" })],
    ]);
  });

  it("get every parameter of the query, unknown ones too, with caller, source and request", async () => {
    const galley = await start();
    const contexts: HookContext[] = [];
    galley.use({ types: ["post"], actions: ["findMany"] }, (context, next) => {
      contexts.push(context);
      return next();
    });
    await call(
      galley,
      "GET",
      "/api/posts?sort=title&populateDynamicZone[x]=1&pagination[pageSize]=3&pagination[page]=2",
    );
    await galley.fetch("/api/posts");
    await galley.documents("api::post.post").findMany({ sort: "title" });
    const [list, visitor, program] = contexts;
    expect(list?.params).toMatchObject({ sort: "title", populateDynamicZone: { x: "1" }, start: 3, limit: 3 });
    expect(list?.params.status).toBe("published");
    expect(list).toMatchObject({ caller: { kind: "token", name: "full" }, source: "rest" });
    expect(list?.request?.path).toBe("/api/posts");
    expect(list?.contentType).toMatchObject({ uid: "api::post.post", info: { singularName: "post" } });
    expect({ ...list }.signal).toBe(list?.signal);
    expect(visitor?.caller).toEqual({ kind: "public" });
    expect(program).toMatchObject({ caller: { kind: "process" }, source: "process" });
  });

  it("change what is written, in place or by new parameters, and answer without next()", async () => {
    const galley = await start();
    galley.use({ types: ["tag"], actions: ["create"] }, (context, next) => {
      if (context.params.data.name === "change") context.params.data.name = "changed";
      if (context.params.data.name === "replace") context.params = { ...context.params, data: { name: "replaced" } };
      if (context.params.data.name === "skip") return { id: 1, documentId: "fake", name: "skipped" };
      return next();
    });
    const names = [];
    for (const name of ["change", "replace", "skip"]) {
      const { status, body } = await call(galley, "POST", "/api/tags", { name });
      names.push([status, body.data.name]);
    }
    expect(names).toEqual([
      [201, "changed"],
      [201, "replaced"],
      [201, "skipped"],
    ]);
    expect(await galley.documents("api::tag.tag").count({})).toBe(2);
  });

  it("add keys to answers, from which private attributes are removed", async () => {
    const galley = await start();
    await galley.documents("api::post.post").create({ data: { title: "One", secret: "hidden" }, status: "published" });
    const secrets: unknown[] = [];
    galley.use({ types: ["post"] }, async (context, next) => {
      const result = await next();
      if (context.action !== "findMany") return result;
      secrets.push(result[0].secret);
      return result.map((entry: object) => ({ ...entry, extra: { deep: true } }));
    });
    const { body } = await call(galley, "GET", "/api/posts");
    expect(secrets).toEqual(["hidden"]);
    expect(body.data[0]).toMatchObject({ title: "One", extra: { deep: true } });
    expect(JSON.stringify(body)).not.toContain("hidden");
  });

  it("narrow a list by attributes that its caller cannot read, and its total too in the contract", async () => {
    for (const [profile, total] of [
      ["contract", 1],
      ["strapi", 2],
    ] as const) {
      const galley = await start({ profile });
      for (const secret of ["a", "b"]) {
        await galley.documents("api::post.post").create({ data: { title: secret, secret }, status: "published" });
      }
      galley.use({ types: ["post"], actions: ["findMany"] }, (context, next) => {
        context.params.filters = { secret: "a" };
        return next();
      });
      const { body } = await call(galley, "GET", "/api/posts");
      expect(body.data.map(({ title }: { title: string }) => title)).toEqual(["a"]);
      expect(body.meta.pagination.total).toBe(total);
      expect((await galley.fetch("/api/posts?filters[secret]=a")).status).toBe(400);
    }
  });

  it("refuse by Strapi's errors, whatever copy of the classes they come from", async () => {
    const foreign = Object.assign(new Error("foreign"), { name: "ApplicationError", details: { a: 1 } });
    const errors: [unknown, number, string, string][] = [
      [new ApplicationError("refused", { why: 1 }), 400, "ApplicationError", "refused"],
      [foreign, 400, "ApplicationError", "foreign"],
      [new PolicyError("no tags"), 403, "PolicyError", "no tags"],
      [new Error("plain"), 500, "InternalServerError", "Internal Server Error"],
    ];
    const galley = await start();
    for (const [error, status, name, message] of errors) {
      const off = galley.use({ types: ["tag"], actions: ["create"] }, () => {
        throw error;
      });
      const answer = await call(galley, "POST", "/api/tags", { name: "x" });
      expect([answer.status, answer.body.error.name, answer.body.error.message]).toEqual([status, name, message]);
      expect(answer.headers.get("x-galley-written")).toBeNull();
      off();
      off();
    }
    expect(await galley.documents("api::tag.tag").count({})).toBe(0);
  });

  it("hide their own text of Forbidden and Unauthorized in the profile strapi alone", async () => {
    for (const [profile, message] of [
      ["strapi", "Forbidden"],
      ["contract", "not yours"],
    ] as const) {
      const galley = await start({ profile });
      galley.use({ types: ["tag"], actions: ["create"] }, () => {
        throw new ForbiddenError("not yours", { a: 1 });
      });
      const { status, body } = await call(galley, "POST", "/api/tags", { name: "x" });
      expect([status, body.error.message]).toEqual([403, message]);
      expect(body.error.details).toEqual(profile === "strapi" ? {} : { a: 1 });
    }
  });

  it("keep what was written when they throw after next(), and say so", async () => {
    const galley = await start();
    galley.use({ types: ["tag"], actions: ["create"] }, async (_, next) => {
      await next();
      throw new ApplicationError("too late");
    });
    const { status, headers } = await call(galley, "POST", "/api/tags", { name: "kept" });
    expect(status).toBe(400);
    const entry = await galley.documents("api::tag.tag").findOne({ documentId: headers.get("x-galley-written") ?? "" });
    expect(entry).toMatchObject({ name: "kept" });
  });

  it("cannot call next() twice, nor nest without end, nor take for ever", async () => {
    const faults: string[] = [];
    const logger = {
      info: () => {},
      warn: () => {},
      error: (fields: { err?: Error }) => faults.push(String(fields.err?.message)),
    };
    const galley = await start({ hooks: { timeout: 100 }, logger });
    const off = galley.use({ types: ["tag"], actions: ["create"] }, async (_, next) => {
      await next();
      return next();
    });
    expect((await call(galley, "POST", "/api/tags", { name: "x" })).status).toBe(500);
    expect(await galley.documents("api::tag.tag").count({})).toBe(1);
    off();
    const offNested = galley.use({ types: ["tag"], actions: ["count"] }, async (_, next) => {
      await galley.documents("api::tag.tag").count({});
      return next();
    });
    expect((await call(galley, "GET", "/api/tags")).status).toBe(500);
    offNested();
    let aborted = false;
    galley.use({ types: ["tag"], actions: ["create"] }, async ({ signal }, next) => {
      await new Promise((resolve) => signal.addEventListener("abort", resolve));
      aborted = signal.aborted;
      return next();
    });
    expect((await call(galley, "POST", "/api/tags", { name: "late" })).status).toBe(500);
    await new Promise((resolve) => setTimeout(resolve, 10));
    expect(aborted).toBe(true);
    expect(await galley.documents("api::tag.tag").count({})).toBe(1);
    expect(faults.join()).toMatch(
      /next\(\) was called twice in a hook of api::tag\.tag create \(hooks\.test\.ts:\d+\)/,
    );
    expect(faults.join()).toMatch(/Hooks are nested more than 8 deep: api::tag\.tag count > /);
    expect(faults.join()).toMatch(/A hook of api::tag\.tag create took longer than 100 ms \(hooks\.test\.ts:\d+\)/);
  });

  it("tell which document is written if they take too long after it", async () => {
    const galley = await start({ hooks: { timeout: 100 } });
    galley.use({ types: ["tag"], actions: ["create"] }, async (_, next) => {
      await next();
      await new Promise(() => {});
    });
    const { status, headers } = await call(galley, "POST", "/api/tags", { name: "kept" });
    expect(status).toBe(500);
    const entry = await galley.documents("api::tag.tag").findOne({ documentId: headers.get("x-galley-written") ?? "" });
    expect(entry).toMatchObject({ name: "kept" });
  });

  it("run around mutations of GraphQL", async () => {
    const galley = await start({ graphql: true });
    const ask = async (query: string) => (await sendTo(galley, "POST", "/graphql", { query }, FULL)).body;
    const list = "{ tags { name } }";
    await ask('mutation { createTag(data: { name: "first" }) { name } }');
    for (let time = 0; time < 3; time += 1) expect((await ask(list)).data.tags).toEqual([{ name: "first" }]);
    const seen: unknown[] = [];
    galley.use({ types: ["tag"], actions: ["create", "update", "delete"] }, (context, next) => {
      seen.push([context.source, context.action, context.params.data?.name]);
      if (context.params.data?.name === "no") throw new ApplicationError("no such tag");
      if (context.params.data) context.params.data.name += "!";
      return next();
    });
    const created = await ask('mutation { createTag(data: { name: "a" }) { documentId name } }');
    expect(created.data.createTag.name).toBe("a!");
    const { documentId } = created.data.createTag;
    const updated = await ask(`mutation { updateTag(documentId: "${documentId}", data: { name: "b" }) { name } }`);
    expect(updated.data.updateTag).toEqual({ name: "b!" });
    const refused = await ask('mutation { createTag(data: { name: "no" }) { name } }');
    expect(refused.errors[0].extensions.code).toBe("STRAPI_APPLICATION_ERROR");
    expect((await ask(`mutation { deleteTag(documentId: "${documentId}") { documentId } }`)).data.deleteTag).toEqual({
      documentId,
    });
    expect(seen).toEqual([
      ["graphql", "create", "a"],
      ["graphql", "update", "b"],
      ["graphql", "create", "no"],
      ["graphql", "delete", undefined],
    ]);
    expect((await ask(list)).data.tags).toHaveLength(1);
  });

  it("run around a mutation that deletes all locales of a document", async () => {
    const page = {
      kind: "collectionType",
      info: { singularName: "page", pluralName: "pages", displayName: "Page" },
      pluginOptions: { i18n: { localized: true } },
      attributes: { title: { type: "string", pluginOptions: { i18n: { localized: true } } } },
    };
    const schema = { contentTypes: { "api::page.page": page } };
    const galley = await start({ schema, graphql: true, locales: ["en", "fr"] });
    const pages = galley.documents("api::page.page");
    const { documentId } = await pages.create({ data: { title: "One" } });
    await pages.update({ documentId: String(documentId), locale: "fr", data: { title: "Un" } });
    let seen = 0;
    galley.use({ types: ["page"], actions: ["delete"] }, (_, next) => {
      seen += 1;
      return next();
    });
    const query = `mutation { deletePage(documentId: "${documentId}", locale: "*") { documentId } }`;
    expect((await sendTo(galley, "POST", "/graphql", { query }, FULL)).body).toEqual({
      data: { deletePage: { documentId } },
    });
    expect([seen, await pages.count({ locale: "*" })]).toEqual([1, 0]);
  });

  it("are a fork's from before the fork, and its own afterwards", async () => {
    const galley = await start();
    const seen: string[] = [];
    galley.use((_, next) => {
      seen.push("base");
      return next();
    });
    const fork = galley.fork();
    fork.use((_, next) => {
      seen.push("fork");
      return next();
    });
    await fork.fetch("/api/home");
    expect(seen).toEqual(["base", "fork"]);
    await galley.documents("api::tag.tag").count({});
    expect(seen).toEqual(["base", "fork", "base"]);
  });

  it("are registered by setup, whose failure ends the start", async () => {
    const galley = await start({
      setup: (own: Galley) =>
        void own.use({ types: ["tag"], actions: ["create"] }, (context, next) => {
          context.params.data.name = "set up";
          return next();
        }),
    });
    expect((await call(galley, "POST", "/api/tags", { name: "x" })).body.data.name).toBe("set up");
    await expect(
      start({
        setup: () => {
          throw new Error("no key");
        },
      }),
    ).rejects.toThrow("setup failed: no key");
  });

  it("are given as a list, the outermost first, or with their limits", async () => {
    const named = (name: string) => (context: HookContext, next: () => Promise<unknown>) => {
      if (context.action === "create") context.params.data.name += name;
      return next();
    };
    for (const hooks of [[named("b"), named("c")], { use: [named("b"), named("c")], timeout: 1000 }]) {
      const galley = await start({ hooks });
      const created = await call(galley, "POST", "/api/tags", { name: "a" });
      expect(created.body.data.name).toBe("abc");
    }
    await expect(start({ hooks: [1] })).rejects.toThrow(/hooks\.0: must be a function/);
    await expect(start({ hooks: { uses: [] } })).rejects.toThrow(/hooks\.uses: is not a known key: did you mean use\?/);
    await expect(start({ hooks: 1 })).rejects.toThrow(/hooks: must be a list or an object/);
  });

  it("refuse filters of names that do not exist", async () => {
    const galley = await start();
    expect(() => galley.use({ types: ["tga"], actions: ["find" as never] }, (_, next) => next())).toThrow(
      /types\.0: there is no content type "tga": did you mean tag\?[\s\S]*actions\.0/,
    );
    const misspelt = { type: ["tag"] } as never;
    expect(() => galley.use(misspelt, (_, next) => next())).toThrow(/type: is not a known key: did you mean types\?/);
  });
});
