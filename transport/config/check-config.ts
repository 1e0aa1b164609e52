import { isIP } from "node:net";
// Not the fourth version of zod's interface: importing it takes five times as long.
import { type ZodTypeAny, z } from "zod/v3";
import { faultWording, type Issue, meantName } from "../../engine/internal.ts";
import type { shapes } from "../../storage/index.ts";
import type { GraphqlLimits } from "../graphql/limits.ts";
import { type GalleyConfig, LISTENERS, LOG_FORMATS, LOG_LEVELS, OPENAPI_MODES, PROFILES } from "./config.ts";
import { ConfigError } from "./config-error.ts";
import { ACCESS_MEMBERS } from "./option-shapes.ts";

const text = z.string().min(1);
const count = z.number().int().min(1);
const bytes = z.number().min(0);
const port = z.number().int().min(0).max(65_535);

const graphqlLimits: { readonly [K in keyof GraphqlLimits]-?: ZodTypeAny } = {
  depth: count.optional(),
  aliases: count.optional(),
  repetition: count.optional(),
  length: count.optional(),
  word: count.optional(),
  definitions: count.optional(),
  tokens: count.optional(),
  nesting: count.optional(),
  variables: count.optional(),
  fields: count.optional(),
  cost: count.optional(),
  entries: count.optional(),
  answerBytes: count.optional(),
  work: count.optional(),
  time: count.optional(),
};

const shape: { readonly [K in keyof GalleyConfig]-?: ZodTypeAny } = {
  profile: z.enum(PROFILES).optional(),
  port: port.optional(),
  host: text.optional(),
  listener: z.enum(LISTENERS).optional(),
  storage: text.optional(),
  watch: z.boolean().optional(),
  seed: text.optional(),
  seedKey: text.optional(),
  logLevel: z.enum(LOG_LEVELS).optional(),
  logFormat: z.enum(LOG_FORMATS).optional(),
  rest: section({
    defaultLimit: count.optional(),
    maxLimit: count.optional(),
    withCount: z.boolean().optional(),
    actions: z.boolean().optional(),
    prefix: z.string().startsWith("/", "must start with a slash").optional(),
  }).optional(),
  roles: shaped(ACCESS_MEMBERS.roles),
  tokens: shaped(ACCESS_MEMBERS.tokens),
  open: z.boolean().optional(),
  bodyLimit: count.optional(),
  bodyBytes: count.optional(),
  users: switchOr(
    section({
      register: z.boolean().optional(),
      expiresIn: count.optional(),
      sendResetCode: z.function().optional(),
    }),
  ),
  jwtSecret: z.string().min(16, "must have 16 characters at least").optional(),
  uploads: switchOr(section({ limit: count.optional() })),
  queryLimits: section({
    length: count.optional(),
    parameters: count.optional(),
    nameLength: count.optional(),
    depth: count.optional(),
    listValues: count.optional(),
    sortKeys: count.optional(),
    branches: count.optional(),
    work: count.optional(),
  }).optional(),
  answerBytes: count.optional(),
  jsonLimits: section({
    depth: count.optional(),
    values: count.optional(),
    keys: count.optional(),
    reservedKeys: z.enum(["refuse", "keep"]).optional(),
  }).optional(),
  cors: z.union([z.literal("*"), z.array(text)], { errorMap: () => ({ message: 'must be "*" or a list' }) }).optional(),
  cacheBytes: bytes.optional(),
  indexBytes: bytes.optional(),
  etag: z.boolean().optional(),
  explain: z.boolean().optional(),
  graphql: switchOr(
    section({
      endpoint: z.string().startsWith("/", "must start with a slash").optional(),
      defaultLimit: count.optional(),
      maxLimit: count.optional(),
      introspection: z.boolean().optional(),
      page: z.boolean().optional(),
      limits: section(graphqlLimits).optional(),
    }),
  ),
  studio: z.boolean().optional(),
  openapi: z.enum(OPENAPI_MODES).optional(),
  control: switchOr(section({ token: text.optional(), maxForks: count.optional(), maxForkBytes: count.optional() })),
  todo: switchOr(section({ maxTodos: count.optional() })),
  rateLimit: section({
    requests: count.optional(),
    seconds: count.optional(),
    failures: count.optional(),
    trustedProxies: z.array(text.refine((address) => isIP(address) !== 0, "must be an IP address")).optional(),
  }).optional(),
  maxEventLoopDelay: z.number().int().min(0).optional(),
  metrics: switchOr(section({ port, host: text.optional() })),
  drainDelay: z.number().int().min(0).optional(),
};

/** An object with these keys and no others; tells which one was probably meant by another. */
function section(shape: { readonly [key: string]: ZodTypeAny }): ZodTypeAny {
  const members = z.strictObject(shape);
  return z.unknown().superRefine((value, context) => {
    const result = members.safeParse(value, { errorMap: faultWording });
    for (const issue of result.error?.issues ?? []) {
      if (issue.code !== z.ZodIssueCode.unrecognized_keys) context.addIssue(issue);
      else
        for (const key of issue.keys)
          context.addIssue(custom([key], `is not a known key${meantName(key, Object.keys(shape))}`));
    }
  });
}

/** True, false, or options: told which of its parts is wrong, where a union would only say that something is. */
function switchOr(options: ZodTypeAny): ZodTypeAny {
  return z.unknown().superRefine((value, context) => {
    if (value === undefined || typeof value === "boolean") return;
    const result = options.safeParse(value, { errorMap: faultWording });
    for (const issue of result.error?.issues ?? []) {
      context.addIssue(issue.path.length > 0 ? issue : custom([], "must be true, false or an object"));
    }
  });
}

/** What is declared without zod, since it is checked before zod's part of all this is loaded. */
function shaped(shape: shapes.Shape<unknown>): ZodTypeAny {
  return z.unknown().superRefine((value, context) => {
    for (const { path, message } of shape(value)) context.addIssue(custom([...path], message));
  });
}

function custom(path: string[], message: string): z.IssueData {
  return { code: z.ZodIssueCode.custom, path, message };
}

const config = section(shape);

/** Every key at the top of a configuration. */
export const CONFIG_KEYS: readonly string[] = Object.keys(shape);

/**
 * Any value as a configuration. `source` names the file it comes from.
 *
 * @throws ConfigError with every fault and its path; a key that is not known is one.
 */
export function checkConfig(value: unknown, source: string): GalleyConfig {
  const faults = configFaults(value);
  if (faults.length > 0) throw new ConfigError(source, faults);
  // The shape checks what the type says; zod cannot tell an absent key from an undefined one.
  return value as GalleyConfig;
}

/** What keeps a value from being a configuration, or a part of one. */
export function configFaults(value: unknown): readonly Issue[] {
  const result = config.safeParse(value, { errorMap: faultWording });
  return result.success ? [] : result.error.issues.map(({ path, message }) => ({ path: path.map(String), message }));
}
