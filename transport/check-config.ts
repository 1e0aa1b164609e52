import { isIP } from "node:net";
// Not the fourth version of zod's interface: importing it takes five times as long.
import { type ZodTypeAny, z } from "zod/v3";
import { ACTIONS, faultWording, type Issue } from "../engine/index.ts";
import { type GalleyConfig, LISTENERS, LOG_FORMATS, LOG_LEVELS, PROFILES } from "./config.ts";
import { ConfigError } from "./config-error.ts";
import type { GraphqlLimits } from "./graphql/limits.ts";

const text = z.string().min(1);
const count = z.number().int().min(1);
const bytes = z.number().min(0);
const port = z.number().int().min(0).max(65_535);

const token = z
  .strictObject({
    name: text,
    token: text.optional(),
    hash: text.optional(),
    access: z.enum(["full-access", "read-only"]).optional(),
    role: text.optional(),
    expiresAt: text.optional(),
  })
  .refine((value) => (value.token === undefined) !== (value.hash === undefined), "needs either token or hash")
  .refine((value) => (value.access === undefined) !== (value.role === undefined), "needs either access or role");

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
  rest: z
    .strictObject({
      defaultLimit: count.optional(),
      maxLimit: count.optional(),
      withCount: z.boolean().optional(),
      actions: z.boolean().optional(),
      prefix: z.string().startsWith("/", "must start with a slash").optional(),
    })
    .optional(),
  roles: z.record(z.record(z.array(z.enum(ACTIONS)))).optional(),
  tokens: z.array(token).optional(),
  open: z.boolean().optional(),
  bodyLimit: count.optional(),
  bodyBytes: count.optional(),
  users: z
    .union([
      z.boolean(),
      z.strictObject({
        register: z.boolean().optional(),
        expiresIn: count.optional(),
        sendResetCode: z.function().optional(),
      }),
    ])
    .optional(),
  jwtSecret: z.string().min(16, "must have 16 characters at least").optional(),
  uploads: z.union([z.boolean(), z.strictObject({ limit: count.optional() })]).optional(),
  queryLimits: z
    .strictObject({
      length: count.optional(),
      parameters: count.optional(),
      nameLength: count.optional(),
      depth: count.optional(),
      listValues: count.optional(),
      sortKeys: count.optional(),
      branches: count.optional(),
      work: count.optional(),
    })
    .optional(),
  answerBytes: count.optional(),
  jsonLimits: z
    .strictObject({
      depth: count.optional(),
      values: count.optional(),
      keys: count.optional(),
      reservedKeys: z.enum(["refuse", "keep"]).optional(),
    })
    .optional(),
  cors: z.union([z.literal("*"), z.array(text)], { errorMap: () => ({ message: 'must be "*" or a list' }) }).optional(),
  cacheBytes: bytes.optional(),
  indexBytes: bytes.optional(),
  etag: z.boolean().optional(),
  explain: z.boolean().optional(),
  graphql: switchOr(
    z.strictObject({
      endpoint: z.string().startsWith("/", "must start with a slash").optional(),
      defaultLimit: count.optional(),
      maxLimit: count.optional(),
      introspection: z.boolean().optional(),
      page: z.boolean().optional(),
      limits: z.strictObject(graphqlLimits).optional(),
    }),
  ),
  control: z
    .union([
      z.boolean(),
      z.strictObject({ token: text.optional(), maxForks: count.optional(), maxForkBytes: count.optional() }),
    ])
    .optional(),
  todo: switchOr(z.strictObject({ maxTodos: count.optional() })),
  rateLimit: z
    .strictObject({
      requests: count.optional(),
      seconds: count.optional(),
      failures: count.optional(),
      trustedProxies: z.array(text.refine((address) => isIP(address) !== 0, "must be an IP address")).optional(),
    })
    .optional(),
  maxEventLoopDelay: z.number().int().min(0).optional(),
  metrics: z.union([z.boolean(), z.strictObject({ port: port, host: text.optional() })]).optional(),
  drainDelay: z.number().int().min(0).optional(),
};

/** True, false, or options: told which of its parts is wrong, where a union would only say that something is. */
function switchOr(options: ZodTypeAny): ZodTypeAny {
  return z.unknown().superRefine((value, context) => {
    if (value === undefined || typeof value === "boolean") return;
    const result = options.safeParse(value, { errorMap: faultWording });
    for (const issue of result.error?.issues ?? []) context.addIssue(issue);
  });
}

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
  const result = z.strictObject(shape).safeParse(value, { errorMap: faultWording });
  return result.success ? [] : result.error.issues.flatMap(toIssues);
}

function toIssues(issue: z.ZodIssue): Issue[] {
  const path = issue.path.map(String);
  if (issue.code !== z.ZodIssueCode.unrecognized_keys) return [{ path, message: issue.message }];
  return issue.keys.map((key) => ({ path: [...path, key], message: "is not a known key" }));
}
