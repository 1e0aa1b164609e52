import { describe, expect, test } from "vitest";
import {
  FolderFileStore,
  JournalStorage,
  JsonFileStorage,
  MemoryFileStore,
  MemoryStorage,
} from "../../../storage/internal.ts";
import { type CreateOptions, createGalley, type GalleyOptions } from "../../../transport/galley.ts";
import { schemaOf } from "../../support/content/schema-of.ts";
import { faultPaths, rejectedPaths } from "../../support/fault-paths.ts";

const schema = schemaOf({ post: { dp: false, attributes: { title: { type: "string" } } } });

/** Opens with any options, as a program in JavaScript can. */
const opened = (options: unknown) => createGalley(options as GalleyOptions<typeof schema>);

const log = { info: () => {}, warn: () => {}, error: () => {} };
const token = { name: "ci", token: "secret", access: "full-access" };

interface Case {
  readonly good: readonly unknown[];
  /** Each with the paths of its faults. */
  readonly wrong: readonly (readonly [value: unknown, ...paths: string[]])[];
}

/** Every option but the settings, which are tested with the configuration. */
const OPTIONS: { readonly [name in keyof CreateOptions]?: Case } = {
  storage: {
    good: [new MemoryStorage()],
    wrong: [
      ["data", "storage"],
      [{ opne: () => {} }, "storage.open"],
    ],
  },
  files: {
    good: [new MemoryFileStore({ now: () => 0 })],
    wrong: [
      ["uploads", "files"],
      [{ put: () => {}, open: () => {}, receive: 5 }, "files.receive", "files.delete", "files.list"],
    ],
  },
  profile: { good: ["contract", "strapi"], wrong: [["strapy", "profile"]] },
  roles: {
    good: [{ public: { post: ["find"] } }],
    wrong: [
      [5, "roles"],
      [{ public: ["find"] }, "roles.public"],
      [{ public: { post: "find" } }, "roles.public.post"],
      [{ public: { post: ["find", "fnid"] } }, "roles.public.post.1"],
      [{ public: { pots: ["find"] } }, "roles.public.pots"],
    ],
  },
  tokens: {
    good: [[], [token], [{ name: "desk", hash: `sha256:${"0".repeat(64)}`, access: "read-only" }]],
    wrong: [
      [{}, "tokens"],
      [[null, token], "tokens.0"],
      [[{ name: "ci", token: 5, access: "all" }], "tokens.0.token", "tokens.0.access"],
      [[{ name: "ci" }], "tokens.0", "tokens.0"],
      [[{ ...token, role: "editor" }], "tokens.0"],
      [[{ ...token, expire: "2030-01-01" }], "tokens.0.expire"],
    ],
  },
  clock: {
    good: [0, "2026-01-01", new Date(), () => 0, { start: "2026-01-01" }, { start: 0, step: 5 }],
    wrong: [
      [true, "clock"],
      ["yesterday", "clock"],
      [new Date(Number.NaN), "clock"],
      [{}, "clock.start"],
      [{ start: "x", step: 0.5 }, "clock.start", "clock.step"],
      [{ start: 0, steps: 5 }, "clock.steps"],
    ],
  },
  ids: {
    good: ["random", "sequential", 5, () => `a${"0".repeat(23)}`],
    wrong: [
      ["counting", "ids"],
      [0.5, "ids"],
    ],
  },
  logger: {
    good: [log],
    wrong: [
      [console.log, "logger"],
      [{ ...log, warn: true }, "logger.warn"],
    ],
  },
  keepRequests: {
    good: [0, Number.POSITIVE_INFINITY],
    wrong: [
      ["all", "keepRequests"],
      [-1, "keepRequests"],
    ],
  },
  seed: {
    good: [{ post: [{ title: "Tea" }] }, () => undefined],
    wrong: [
      [5, "seed"],
      ["", "seed"],
      [[], "seed"],
    ],
  },
  strict: { good: [], wrong: [["yes", "strict", "strict"]] },
};

describe.each(Object.entries(OPTIONS))("the option %s", (name, { good, wrong }) => {
  test.runIf(good.length > 0)("may be what is documented", async () => {
    for (const value of good) await (await opened({ schema, [name]: value })).close();
    await expect(opened({ schema, [name]: undefined }).then((galley) => galley.close())).resolves.toBeUndefined();
  });

  test.each(wrong)("is refused as %j", async (value, ...paths) => {
    expect(await rejectedPaths(() => opened({ schema, [name]: value }))).toEqual(paths);
  });

  test("is refused as null", async () => {
    expect(await rejectedPaths(() => opened({ schema, [name]: null }))).toContain(name);
  });

  test("is suggested to a caller that misspells it", async () => {
    const misspelt = `${name}x`;
    await expect(opened({ schema, [misspelt]: true })).rejects.toMatchObject({
      issues: [{ path: [misspelt], message: `is not a known key: did you mean ${name}?` }],
    });
  });
});

describe("createGalley", () => {
  test.each([undefined, null, 5, "my-strapi", []])("is given an object, not %j", async (options) => {
    expect(await rejectedPaths(() => opened(options))).toContain("");
  });

  test.each([
    [{}, "schema"],
    [{ schema: null }, "schema"],
    [{ schema: "blog" }, "schema"],
    [{ project: 5 }, "project"],
    [{ project: new URL("https://cms.test") }, "project"],
    [{ project: "site", schema }, "project"],
  ])("needs content types: %j", async (options, path) => {
    expect(await rejectedPaths(() => opened(options))).toEqual([path]);
  });

  test("reports all faults at once, settings too", async () => {
    const options = {
      schema: schemaOf({}),
      token: "secret",
      keepRequests: "all",
      jwtSecret: "short",
      rest: { maxLimit: "x", prefx: "/api" },
      graphql: { endpoint: "graphql" },
      bodyLimit: true,
      uploads: 5,
      users: { registr: true },
    };
    expect([...(await rejectedPaths(() => opened(options)))].sort()).toEqual([
      "bodyLimit",
      "graphql.endpoint",
      "jwtSecret",
      "keepRequests",
      "rest.maxLimit",
      "rest.prefx",
      "token",
      "uploads",
      "users.registr",
    ]);
  });

  test("leaves a refused value, which may be a secret, out of the error", async () => {
    const error: unknown = await opened({ schema, tokens: [{ ...token, tokn: "s3cret" }] }).catch((fault) => fault);
    expect(JSON.stringify(error)).not.toContain("s3cret");
    expect(String(error)).toBe(
      "ConfigError: Options are not valid:\n  tokens.0.tokn: is not a known key: did you mean token?",
    );
  });
});

describe("the requests of a galley", () => {
  test.each([
    [null, [""]],
    ["x", [""]],
    [{ port: -1 }, ["port"]],
    [{ port: "3000" }, ["port"]],
    [{ port: 70_000, host: 5, listener: "bun", hots: "x" }, ["port", "host", "listener", "hots"]],
    [{ port: 0, listener: { name: "bun" } }, ["listener.listen"]],
    [{ port: 0, listener: null }, ["listener"]],
  ])("listen(%j) is refused", async (options, paths) => {
    await using galley = await opened({ schema });
    expect(await rejectedPaths(() => galley.listen(options as never))).toEqual(paths);
    expect(await rejectedPaths(() => galley.fork().listen(options as never))).toEqual(paths);
  });

  test("listen without options takes a free port of this machine", async () => {
    await using galley = await opened({ schema });
    const { url, port } = await galley.listen();
    expect(url).toBe(`http://127.0.0.1:${port}`);
    expect(port).toBeGreaterThan(0);
  });

  test.each([
    [["post", -1], ["count"]],
    [
      ["post", 1.5, 5],
      ["count", "overrides"],
    ],
    [["post", Number.NaN], ["count"]],
    [["post", "x"], ["overrides"]],
    [["post", null], ["overrides"]],
    [["post", 2, null], ["overrides"]],
    [[undefined, 2], ["type"]],
  ])("make and build of %j are refused", async (args, paths) => {
    await using galley = await opened({ schema });
    const [type, first, second] = args as [never, never, never];
    expect(await rejectedPaths(() => galley.make(type, first, second))).toEqual(paths);
    expect(await rejectedPaths(() => galley.build(type, first, second))).toEqual(paths);
    expect(galley.engine.number).toBe(0);
  });

  test("make(type, 0) makes nothing", async () => {
    await using galley = await opened({ schema });
    expect(await galley.make("post", 0)).toEqual([]);
  });

  test("an unknown type is reported with a similar one", async () => {
    await using galley = await opened({ schema });
    const message = "There is no content type api::pots.post: did you mean api::post.post?";
    expect(() => galley.documents("api::pots.post" as never)).toThrow(message);
    expect(() => galley.documents("pots" as never)).toThrow("There is no content type pots: did you mean post?");
    await expect(galley.make("pots" as never)).rejects.toThrow("There is no content type pots: did you mean post?");
    for (const uid of [null, undefined, 5, Symbol("post")]) {
      expect(() => galley.documents(uid as never)).toThrow("There is no content type");
    }
  });

  test("setAccess refuses an invalid access, and keeps the previous one", async () => {
    await using galley = await opened({ schema, roles: { public: { post: ["find"] } } });
    const refused = (access: unknown) => faultPaths(() => galley.setAccess(access as never));
    expect(refused(undefined)).toEqual([""]);
    expect(refused(null)).toEqual([""]);
    expect(refused({ roles: 5, tokens: [null] })).toEqual(["roles", "tokens.0"]);
    expect(refused({ roles: {}, token: [] })).toEqual(["token"]);
    expect((await galley.fetch("/api/posts")).status).toBe(200);
  });

  test.each([undefined, null, 5, {}])("fetch(%j) rejects", async (input) => {
    await using galley = await opened({ schema });
    expect(await rejectedPaths(() => galley.fetch(input as never))).toEqual(["input"]);
  });

  test("fetch rejects a request that none can be, as the global fetch does", async () => {
    await using galley = await opened({ schema });
    for (const fetched of [galley.fetch, fetch]) {
      await expect(fetched("http://")).rejects.toThrow(TypeError);
      await expect(fetched("http://a.test/", { method: "GET", body: "x" })).rejects.toThrow(TypeError);
    }
  });

  test.each([undefined, null, {}])("restore(%j) rejects", async (snapshot) => {
    await using galley = await opened({ schema });
    expect(await rejectedPaths(() => galley.restore(snapshot as never))).toEqual(["snapshot"]);
  });

  test.each(["findMany", "findFirst", "findOne", "count", "create", "update", "delete", "publish"] as const)(
    "documents(uid).%s refuses what are no parameters",
    async (call) => {
      await using galley = await opened({ schema });
      const posts = galley.documents("api::post.post") as unknown as Record<
        string,
        (params: unknown) => Promise<unknown>
      >;
      for (const params of [null, 5, "some-id"]) {
        const refused = Promise.resolve().then(() => posts[call]?.(params));
        await expect(refused).rejects.toMatchObject({ name: "EngineError", code: "validation" });
      }
    },
  );

  test("requests are expected and waited for among those that exist", async () => {
    await using galley = await opened({ schema });
    const { requests } = galley;
    expect(faultPaths(() => requests.expect({}, null as never))).toEqual([""]);
    expect(faultPaths(() => requests.expect({}, { times: -1 }))).toEqual(["times"]);
    expect(await rejectedPaths(() => requests.waitFor({}, null as never))).toEqual([""]);
    expect(await rejectedPaths(() => requests.waitFor({}, { timeout: "5", time: 1 } as never))).toEqual([
      "timeout",
      "time",
    ]);
  });

  test.each([undefined, null, 5, ""])("a storage has no place %j", (path) => {
    for (const Kept of [JournalStorage, JsonFileStorage, FolderFileStore]) {
      expect(() => new Kept(path as never)).toThrow(expect.objectContaining({ name: "StorageError", code: "misused" }));
    }
  });
});
