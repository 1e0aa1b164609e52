import { isIP } from "node:net";
// Not the interface of zod's fourth version: importing that takes five times as long.
import { type ZodTypeAny, z } from "zod/v3";
import { faultWording, meantName } from "../../engine/internal.ts";
import type { shapes } from "../../storage/core.ts";

export type Check = ZodTypeAny;

const count = z.number().int().min(1);

/** Each process holds all content in memory. */
const MAX_WORKERS = 256;

const HTTP_URL = z.string().refine(isUrlOf("http:", "https:"), "must be an absolute URL of http or https");

/** The checks that the rows of the table of settings use. */
export const CHECKS = {
  flag: z.boolean(),
  text: z.string().min(1),
  count,
  workers: z.union([z.literal("auto"), z.number().int().min(1).max(MAX_WORKERS)], {
    errorMap: () => ({ message: `must be "auto" or a number from 1 to ${MAX_WORKERS}` }),
  }),
  watch: z.union([z.boolean(), z.literal("poll")], { errorMap: () => ({ message: 'must be true, false or "poll"' }) }),
  whole: z.number().int().min(0),
  bytes: z.number().min(0),
  port: z.number().int().min(0).max(65_535),
  path: z.string().startsWith("/", "must start with a slash"),
  providers: z.record(
    z.string().regex(/^(?!local$)[a-z][a-z0-9-]{0,62}$/, "must be lower-case letters, digits and -, and not local"),
    section(
      {
        clientId: z.string().min(1),
        clientSecret: z.string().min(1),
        callback: HTTP_URL,
        scope: z.array(z.string().min(1)),
        subdomain: z.string().min(1),
        issuer: HTTP_URL,
        authorizeUrl: HTTP_URL,
        tokenUrl: HTTP_URL,
        profileUrl: HTTP_URL,
      },
      ["clientId", "clientSecret"],
    ),
  ),
  /** A cookie name (RFC 6265), or a host name. */
  cookieWord: z.string().regex(/^[\w!#$%&'*+.^`|~-]+$/, "must be letters, digits and marks that a cookie may have"),
  lengths: z.record(z.string().regex(/^[A-Za-z][\w-]{0,30}$/, "must be letters, digits, _ and -, 31 at most"), count),
  texts: z.array(z.string().min(1)),
  byName: z.record(z.unknown()),
  locales: z.union(
    [
      z.array(z.string().min(1)),
      z.record(z.strictObject({ name: z.string().optional(), fallback: z.string().optional() })),
    ],
    { errorMap: () => ({ message: "must be a list of codes, or an object by codes with name and fallback" }) },
  ),
  url: HTTP_URL,
  bucket: z.string().startsWith("s3://", "must be an address like s3://BUCKET/FOLDER"),
  mailServer: z.string().refine(isUrlOf("smtp:", "smtps:"), "must be a URL of smtp or smtps"),
  secret: z.string().min(16, "must have 16 characters at least"),
  callback: z.function(),
  addresses: z.array(
    z
      .string()
      .min(1)
      .refine((address) => isIP(address) !== 0, "must be an IP address"),
  ),
  origins: z.union([z.literal("*"), z.array(z.string().min(1))], {
    errorMap: () => ({ message: 'must be "*" or a list' }),
  }),
  oneOf: (names: readonly [string, ...string[]]): Check => z.enum([...names]),
  section,
  switchOr: (members: Members, needed: readonly string[] = []) => switchOr(section(members, needed)),
  shaped,
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
    needed.includes(name) ? check : check.optional(),
  ];
  const members = z.strictObject(Object.fromEntries(Object.entries(shape).map(optional)));
  return z.unknown().superRefine((value, context) => {
    const result = members.safeParse(value, { errorMap: faultWording });
    for (const issue of result.error?.issues ?? []) {
      if (issue.code !== z.ZodIssueCode.unrecognized_keys) context.addIssue(issue);
      else
        for (const key of issue.keys) {
          const meant = issue.path.length === 0 ? meantName(key, Object.keys(shape)) : "";
          context.addIssue(custom([...issue.path.map(String), key], `is not a known key${meant}`));
        }
    }
  });
}

/** True, false, or options: faults name the wrong part, where a union would report only that there is one. */
function switchOr(options: Check): Check {
  return z.unknown().superRefine((value, context) => {
    if (value === undefined || typeof value === "boolean") return;
    const result = options.safeParse(value, { errorMap: faultWording });
    for (const issue of result.error?.issues ?? []) {
      context.addIssue(issue.path.length > 0 ? issue : custom([], "must be true, false or an object"));
    }
  });
}

/** Declared without zod, since it is checked before the part with zod is loaded. */
function shaped(shape: shapes.Shape<unknown>): Check {
  return z.unknown().superRefine((value, context) => {
    for (const { path, message } of shape(value)) context.addIssue(custom([...path], message));
  });
}

function custom(path: string[], message: string): z.IssueData {
  return { code: z.ZodIssueCode.custom, path, message };
}
