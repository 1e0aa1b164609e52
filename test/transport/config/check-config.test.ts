import { describe, expect, test } from "vitest";
import { checkConfig } from "../../../transport/config/check-config.ts";
import { defineConfig, type GalleyConfig } from "../../../transport/config/config.ts";
import { ConfigError } from "../../../transport/config/config-error.ts";

function faults(value: unknown): readonly string[] {
  try {
    checkConfig(value, "galley.config.json");
  } catch (error) {
    if (error instanceof ConfigError) return error.issues.map(({ path, message }) => `${path.join(".")}: ${message}`);
    throw error;
  }
  return [];
}

const whole = {
  profile: "strapi",
  port: 0,
  host: "0.0.0.0",
  listener: "node",
  storage: "memory",
  logLevel: "warn",
  rest: { defaultLimit: 10, maxLimit: 250, withCount: false, actions: true, prefix: "/content" },
  roles: { public: { "*": ["find", "findOne"], secret: [] } },
  tokens: [
    { name: "ci", token: "plain", access: "full-access" },
    { name: "desk", hash: "sha256:0", role: "editor", expiresAt: "2030-01-01" },
  ],
  bodyLimit: 1_000_000,
  bodyBytes: 10_000_000,
  uploads: { limit: 10_000_000 },
  users: { register: false, expiresIn: 3600 },
  jwtSecret: "a secret that is long",
  queryLimits: { depth: 10, work: 1000 },
  jsonLimits: { depth: 32, values: 1000, keys: 100 },
  cors: ["https://example.org"],
  cacheBytes: 0,
  indexBytes: 100_000_000,
  todo: false,
  rateLimit: { requests: 100, seconds: 10, failures: 5, trustedProxies: ["10.0.0.1", "::1"] },
  maxEventLoopDelay: 0,
  metrics: { port: 9464, host: "127.0.0.1" },
  drainDelay: 5000,
} as const satisfies GalleyConfig;

describe("a configuration", () => {
  test("may hold every key", () => {
    expect(checkConfig(whole, "test")).toEqual(whole);
    expect(defineConfig(whole)).toBe(whole);
  });

  test("may hold nothing", () => {
    expect(checkConfig({}, "test")).toEqual({});
  });

  test("reports every fault with its path", () => {
    const value = {
      prot: 1,
      profile: "strappi",
      port: 70_000,
      rest: { maxLimit: 0, defaultLmit: 5, prefix: "api" },
      roles: { public: { "*": ["find", "fly"] } },
      tokens: [
        { name: "a", token: "x", hash: "y", access: "full-access" },
        { name: "b", hash: "y" },
        { token: "x", role: "r" },
      ],
      cors: true,
      cacheBytes: -1,
      indexBytes: "1 GB",
      todo: { maxTodos: 0 },
    };
    expect([...faults(value)].sort()).toEqual([
      "cacheBytes: must be at least 0",
      'cors: must be "*" or a list',
      "indexBytes: must be a number",
      "port: must be at most 65535",
      "profile: must be one of contract, strapi",
      "prot: is not a known key: did you mean port?",
      "rest.defaultLmit: is not a known key: did you mean defaultLimit?",
      "rest.maxLimit: must be at least 1",
      "rest.prefix: must start with a slash",
      "roles.public.*.1: must be one of find, findOne, create, update, delete, publish, unpublish, discardDraft, readDrafts",
      "todo.maxTodos: must be at least 1",
      "tokens.0: needs either token or hash",
      "tokens.1: needs either access or role",
      "tokens.2.name: is missing",
    ]);
  });

  test.each([null, [], "text", 7, undefined])("is an object, not %j", (value) => {
    expect(faults(value)).toHaveLength(1);
  });

  test.each([
    [{ profile: 1 }, "profile: must be one of contract, strapi"],
    [{ logLevel: null }, "logLevel: must be one of fatal, error, warn, info, debug, trace, silent"],
    [
      { users: { sessions: { cookie: { sameSite: [] } } } },
      "users.sessions.cookie.sameSite: must be one of lax, strict, none",
    ],
    [{ mail: { send: "x" } }, "mail.send: must be a function"],
    [{ rest: new Date(0) }, "rest: must be an object"],
    [{ host: [] }, "host: must be a string"],
    [{ cacheBytes: Number.NaN }, "cacheBytes: must be a number"],
    [{ port: 1.5 }, "port: must be an integer"],
    [{ locales: { en: { nam: "x" } } }, "locales.en.nam: is not a known key"],
  ])("says of %j what it must be, whatever is there", (value, fault) => {
    expect(faults(value)).toEqual([fault]);
  });

  test("tells every fault of a provider, its name's too", () => {
    expect(faults({ users: { providers: { local: { clientId: "x", scpe: [] } } } })).toEqual([
      "users.providers.local: must be lower-case letters, digits and -, and not local",
      "users.providers.local.clientSecret: is missing",
      "users.providers.local.scpe: is not a known key: did you mean scope?",
    ]);
  });

  test("is not fooled by names of the prototype", () => {
    expect(faults(JSON.parse('{"__proto__": {"port": 1}, "constructor": 1}'))).toEqual([
      "__proto__: is not a known key",
      "constructor: is not a known key",
    ]);
  });
});
