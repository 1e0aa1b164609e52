import { isIP } from "node:net";
import * as z from "zod/mini";
import { type Issue, unknownKey } from "../../engine/internal.ts";
import { atLeast, atMost, faultWording, integer, notEmpty, number } from "../../engine/schema/shapes/index.ts";
import type { shapes } from "../../storage/core.ts";
import { SLOWNESS_FAULTS } from "../parts/control/faults/slowness-config.ts";
import { RULES } from "../twin/scrub/rules.ts";

export type Check = z.ZodMiniType;

const word = z.string().check(notEmpty);
const count = integer.check(atLeast(1));

/** Each process holds all content in memory. */
const MAX_WORKERS = 256;

const HTTP_URL = z.string().check(z.refine(isUrlOf("http:", "https:"), "must be an absolute URL of http or https"));

const callback = z.custom((value) => typeof value === "function", "must be a function");

/** The checks that the rows of the table of settings use. */
export const CHECKS = {
  flag: z.boolean(),
  text: word,
  count,
  workers: z.union(
    [z.literal("auto"), count.check(atMost(MAX_WORKERS))],
    `must be "auto" or a number from 1 to ${MAX_WORKERS}`,
  ),
  flagOr: (word: string): Check => z.union([z.boolean(), z.literal(word)], `must be true, false or "${word}"`),
  whole: integer.check(atLeast(0)),
  bytes: number.check(atLeast(0)),
  port: integer.check(atLeast(0), atMost(65_535)),
  path: z.string().check(z.startsWith("/", "must start with a slash")),
  providers: objectOf(
    section(
      {
        clientId: word,
        clientSecret: word,
        callback: HTTP_URL,
        scope: z.array(word),
        subdomain: word,
        issuer: HTTP_URL,
        authorizeUrl: HTTP_URL,
        tokenUrl: HTTP_URL,
        profileUrl: HTTP_URL,
      },
      ["clientId", "clientSecret"],
    ),
    { names: /^(?!local$)[a-z][a-z0-9-]{0,62}$/, message: "must be lower-case letters, digits and -, and not local" },
  ),
  /** A cookie name (RFC 6265), or a host name. */
  cookieWord: z
    .string()
    .check(z.regex(/^[\w!#$%&'*+.^`|~-]+$/, "must be letters, digits and marks that a cookie may have")),
  lengths: objectOf(count, {
    names: /^[A-Za-z][\w-]{0,30}$/,
    message: "must be letters, digits, _ and -, 31 at most",
  }),
  texts: z.array(word),
  textsByName: objectOf(z.string()),
  oneOrMore: z.union([word, z.array(word)], "must be a text or a list of texts"),
  trueOrCallback: z.union([z.literal(true), callback], "must be true or a function"),
  listOf: (check: Check): Check => z.array(check),
  listOr: (item: Check, members: Members): Check =>
    checkBy(function* (value) {
      if (typeof value !== "object" || value === null) yield { path: [], message: "must be a list or an object" };
      else yield* faultsBy(Array.isArray(value) ? z.array(item) : section(members), value);
    }),
  nameOrList: (names: readonly string[], check: Check): Check =>
    checkBy(function* (value) {
      if (typeof value === "string") {
        if (!names.includes(value)) yield { path: [], message: `must be a list, or one of ${names.join(", ")}` };
        return;
      }
      yield* faultsBy(z.array(check), value);
    }),
  byName: objectOf(z.unknown()),
  jsonSchema: z.union([z.boolean(), z.record(z.string(), z.unknown())], "must be a JSON Schema"),
  byNameOf: (check: Check): Check =>
    objectOf(check, { names: /^[\w-]{1,60}$/, message: "must be letters, digits, _ and -, 60 at most" }),
  locales: z.union(
    [
      z.array(word),
      z.record(z.string(), z.strictObject({ name: z.optional(z.string()), fallback: z.optional(z.string()) })),
    ],
    "must be a list of codes, or an object by codes with name and fallback",
  ),
  url: HTTP_URL,
  bucket: z.string().check(z.startsWith("s3://", "must be an address like s3://BUCKET/FOLDER")),
  mailServer: z.string().check(z.refine(isUrlOf("smtp:", "smtps:"), "must be a URL of smtp or smtps")),
  secret: z.string().check(z.refine((text) => text.length >= 16, "must have 16 characters at least")),
  callback,
  callbacks: z.array(callback),
  scrub: objectOf(z.union([z.enum([...RULES, "keep"]), callback], `must be keep, ${RULES.join(", ")}, or a function`)),
  addresses: z.array(word.check(z.refine((address) => isIP(address) !== 0, "must be an IP address"))),
  origins: z.union([z.literal("*"), z.array(word)], 'must be "*" or a list'),
  oneOf: (names: readonly [string, ...string[]]): Check => z.enum([...names]),
  section,
  switchOr: (members: Members, needed: readonly string[] = []) => switchOr(section(members, needed)),
  /** Declared without zod, since it is checked before the part with zod is loaded. */
  shaped: (shape: shapes.Shape<unknown>): Check => checkBy(shape),
  latency: checkBy(SLOWNESS_FAULTS.latency),
  errors: checkBy(SLOWNESS_FAULTS.errors),
  bandwidth: checkBy(SLOWNESS_FAULTS.bandwidth),
};

function isUrlOf(...protocols: readonly string[]): (text: string) => boolean {
  return (text) => URL.canParse(text) && protocols.includes(new URL(text).protocol);
}

export type Checks = typeof CHECKS;

/** The keys of a section by name; each is optional unless marked as required. */
type Members = { readonly [key: string]: Check };

/** An object with these keys and no others; an unknown key is reported with the nearest known one. */
export function section(shape: Members, needed: readonly string[] = []): Check {
  const optional = ([name, check]: readonly [string, Check]) => [
    name,
    needed.includes(name) ? check : z.optional(check),
  ];
  const members = z.strictObject(Object.fromEntries(Object.entries(shape).map(optional)));
  return objectBy(function* (value) {
    for (const issue of members.safeParse(value, { error: faultWording }).error?.issues ?? []) {
      const path = issue.path.map(String);
      if (issue.code !== "unrecognized_keys") yield { path, message: issue.message };
      else
        for (const key of issue.keys) {
          yield { path: [...path, key], message: unknownKey(key, path.length === 0 ? Object.keys(shape) : []) };
        }
    }
  });
}

/** An object with any keys, or with keys of this form, and one kind of values. */
function objectOf(check: Check, keys?: { readonly names: RegExp; readonly message: string }): Check {
  return objectBy(function* (value) {
    for (const [name, each] of Object.entries(value)) {
      if (keys?.names.test(name) === false) yield { path: [name], message: keys.message };
      for (const { path, message } of faultsBy(check, each)) yield { path: [name, ...path], message };
    }
  });
}

function objectBy(faultsOf: (value: object) => Iterable<Issue>): Check {
  return checkBy((value) => {
    if (isObject(value)) return faultsOf(value);
    return [{ path: [], message: value === undefined ? "is missing" : "must be an object" }];
  });
}

/** Of any realm and class, but no list, date, map or the like. */
function isObject(value: unknown): value is object {
  return Object.prototype.toString.call(value) === "[object Object]";
}

/** True, false, or options: faults name the wrong part, where a union would report only that there is one. */
function switchOr(options: Check): Check {
  return checkBy(function* (value) {
    if (value === undefined || typeof value === "boolean") return;
    for (const { path, message } of faultsBy(options, value)) {
      yield { path, message: path.length > 0 ? message : "must be true, false or an object" };
    }
  });
}

/** The faults of another check, in the words of the whole configuration. */
function faultsBy(check: Check, value: unknown): Issue[] {
  const issues = check.safeParse(value, { error: faultWording }).error?.issues ?? [];
  return issues.map(({ path, message }) => ({ path: path.map(String), message }));
}

/** A check that finds the faults of a value itself. */
function checkBy(faultsOf: (value: unknown) => Iterable<Issue>): Check {
  return z.unknown().check((context) => {
    for (const { path, message } of faultsOf(context.value)) {
      context.issues.push({ code: "custom", path: [...path], message, input: context.value });
    }
  });
}
