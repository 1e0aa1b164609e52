import { ANSWER_BYTES } from "../../engine/internal.ts";
import { LISTENERS } from "../adapters/listener-name.ts";
import { BODY_BYTES } from "../adapters/shared/limits.ts";
import { PROFILES } from "../contract/profiles/profile-name.ts";
import { SAME_SITE } from "../http/headers/cookie.ts";
import type { GraphqlLimits } from "../parts/graphql/limits.ts";
import { OPENAPI_MODES } from "../parts/openapi/openapi-mode.ts";
import { POSITION_CARRIERS } from "../parts/operations/cluster-config.ts";
import { LOG_FORMATS, LOG_LEVELS } from "../parts/operations/log-format.ts";
import { ACCESS_MEMBERS } from "./access-shapes.ts";
import type { Check, Checks } from "./checks.ts";
import type { GalleyConfig, Settings } from "./config.ts";

/** A flag of `galley serve` that sets a key of the configuration. */
export interface SettingFlag {
  /** Default: the key itself. */
  readonly name?: string;
  readonly short?: string;
  /** Name of its value in the help text; a flag without one switches the key on. */
  readonly value?: string;
  readonly choices?: readonly string[];
  /** As in the usage of a command. */
  readonly word?: string;
  readonly help: string;
  /** A second flag, which switches the key off. */
  readonly off?: { readonly name: string; readonly help: string };
}

/** Everything about one key of the configuration except its type. */
export interface Setting<T = unknown> {
  /** `everywhere`: also an option of `createGalley` with the same meaning. `file`: of the process, or different there. */
  readonly given: "everywhere" | "file";
  /** Checks a given value. Called only when something is checked, since it loads zod. */
  readonly check: (checks: Checks) => Check;
  /** The default in `createGalley`. */
  readonly default?: T;
  readonly flag?: SettingFlag;
}

/**
 * Every key of the configuration, declared once: the source of the checks of files and options, of the options that
 * `galley` passes on to `createGalley`, of the flags of `galley serve` in the order of its help, and of the defaults.
 *
 * To add one: its type and docstring in config.ts, its row here, its line in docs/configuration.md (a test verifies
 * that), and the code that uses it, which finds its value among the options of the deployment.
 *
 * Zod checks configurations, which come from files of any shape. The options that every test gives to `createGalley`
 * (`profile`, `roles`, `tokens`) are checked by storage's shapes, which load at once; bodies of requests by BodyChecks,
 * whose messages the contract fixes.
 */
export const SETTINGS = {
  port: {
    given: "file",
    check: ({ port }) => port,
    flag: { short: "p", value: "PORT", help: "Port to listen on (1337); 0 takes a free one" },
  },
  host: {
    given: "file",
    check: ({ text }) => text,
    flag: { short: "H", value: "HOST", help: "Address to listen on (127.0.0.1)" },
  },
  storage: {
    given: "file",
    check: ({ text }) => text,
    flag: {
      name: "data",
      value: "PLACE",
      help: "Where the content is: memory, a folder, postgres://…, nats://… or FILE.json (PATH/galley-data/db.json)",
    },
  },
  watch: {
    given: "file",
    check: ({ watch }) => watch,
    flag: {
      word: "poll",
      help: "Reload the project's schemas and FILE.json when they are edited; poll: look at them, without notifications",
    },
  },
  workers: {
    given: "file",
    check: ({ workers }) => workers,
    flag: { value: "N", help: "Run N worker processes over one journal (--data FOLDER); auto: one per core" },
  },
  seed: {
    given: "file",
    check: ({ text }) => text,
    flag: {
      value: "FILE",
      help: "Fill an empty content base with entries (FILE.json) or an archive of `strapi export`",
    },
  },
  seedKey: {
    given: "everywhere",
    check: ({ text }) => text,
    flag: { name: "key", value: "KEY", help: "Key of an encrypted archive (.enc)" },
  },
  profile: {
    given: "everywhere",
    check: ({ oneOf }) => oneOf(PROFILES),
    flag: {
      value: "NAME",
      choices: PROFILES,
      help: "contract, or strapi: Strapi 5's behaviour (default for Strapi projects and archives)",
    },
  },
  rest: {
    given: "everywhere",
    check: ({ section, count, flag, path, byName }) =>
      section({ defaultLimit: count, maxLimit: count, withCount: flag, actions: flag, prefix: path, populate: byName }),
    default: {},
  },
  locales: { given: "everywhere", check: ({ locales }) => locales },
  defaultLocale: { given: "everywhere", check: ({ text }) => text },
  roles: { given: "everywhere", check: ({ shaped }) => shaped(ACCESS_MEMBERS.roles), default: {} },
  tokens: { given: "everywhere", check: ({ shaped }) => shaped(ACCESS_MEMBERS.tokens), default: [] },
  open: {
    given: "everywhere",
    check: ({ flag }) => flag,
    default: false,
    flag: { help: "Let everyone read every content type, signed in or not" },
  },
  bodyLimit: { given: "everywhere", check: ({ count }) => count, default: 1_048_576 },
  bodyBytes: { given: "everywhere", check: ({ count }) => count, default: BODY_BYTES },
  users: {
    given: "everywhere",
    check: ({ switchOr, section, flag, count, callback, texts, text, url, path, oneOf, cookieWord, providers }) =>
      switchOr({
        register: flag,
        allowedFields: texts,
        expiresIn: count,
        sessions: switchOr({
          accessTokenLifespan: count,
          idleRefreshTokenLifespan: count,
          maxRefreshTokenLifespan: count,
          httpOnly: flag,
          cookie: section({
            name: cookieWord,
            path: path,
            domain: cookieWord,
            sameSite: oneOf(SAME_SITE),
            secure: flag,
            maxAge: count,
          }),
        }),
        providers,
        confirmation: switchOr({ redirect: text }),
        resetUrl: url,
        sendResetCode: callback,
      }),
  },
  mail: {
    given: "everywhere",
    check: ({ switchOr, text, mailServer, callback }) =>
      switchOr({ from: text, replyTo: text, smtp: mailServer, send: callback }),
    default: true,
  },
  url: { given: "everywhere", check: ({ url }) => url },
  jwtSecret: { given: "everywhere", check: ({ secret }) => secret },
  uploads: {
    given: "everywhere",
    check: ({ switchOr, count, flag, lengths, bucket, texts }) =>
      switchOr({
        limit: count,
        allowedTypes: texts,
        deniedTypes: texts,
        formats: flag,
        breakpoints: lengths,
        optimize: flag,
        bucket,
      }),
    default: true,
  },
  queryLimits: {
    given: "everywhere",
    check: ({ section, count }) =>
      section({
        length: count,
        parameters: count,
        nameLength: count,
        depth: count,
        listValues: count,
        sortKeys: count,
        branches: count,
        work: count,
      }),
    default: {},
  },
  answerBytes: { given: "everywhere", check: ({ count }) => count, default: ANSWER_BYTES },
  jsonLimits: {
    given: "everywhere",
    check: ({ section, count, oneOf }) =>
      section({ depth: count, values: count, keys: count, reservedKeys: oneOf(["refuse", "keep"]) }),
    default: {},
  },
  cors: { given: "everywhere", check: ({ origins }) => origins },
  cacheBytes: { given: "everywhere", check: ({ bytes }) => bytes, default: 64 * 1_048_576 },
  indexBytes: { given: "everywhere", check: ({ bytes }) => bytes },
  etag: { given: "everywhere", check: ({ flag }) => flag },
  rateLimit: {
    given: "everywhere",
    check: ({ section, count, addresses }) =>
      section({ requests: count, seconds: count, failures: count, trustedProxies: addresses }),
    default: {},
  },
  maxEventLoopDelay: { given: "everywhere", check: ({ whole }) => whole, default: 0 },
  cluster: {
    given: "everywhere",
    check: ({ section, whole, oneOf }) =>
      section({ maxStaleness: whole, positionWait: whole, position: oneOf(POSITION_CARRIERS) }),
    default: {},
  },
  claimSchema: {
    given: "everywhere",
    check: ({ flag }) => flag,
    default: false,
    flag: { name: "claim-schema", help: "Over a shared log: take over writing from nodes with other content types" },
  },
  metrics: {
    given: "everywhere",
    check: ({ switchOr, port, text }) => switchOr({ port, host: text }, ["port"]),
    default: false,
  },
  drainDelay: { given: "file", check: ({ whole }) => whole },
  logLevel: {
    given: "file",
    check: ({ oneOf }) => oneOf(LOG_LEVELS),
    flag: {
      name: "log-level",
      value: "LEVEL",
      choices: LOG_LEVELS,
      help: "fatal, error, warn, info (default), debug, trace, silent",
    },
  },
  logFormat: {
    given: "file",
    check: ({ oneOf }) => oneOf(LOG_FORMATS),
    flag: {
      name: "log-format",
      value: "FORMAT",
      choices: LOG_FORMATS,
      help: "lines (readable; default on a terminal), or json",
    },
  },
  graphql: {
    given: "everywhere",
    check: ({ switchOr, section, count, flag, path }) =>
      switchOr({
        endpoint: path,
        defaultLimit: count,
        maxLimit: count,
        introspection: flag,
        page: flag,
        v4CompatibilityMode: flag,
        limits: section(graphqlLimits(count)),
      }),
    default: false,
    flag: { help: "Serve GraphQL at /graphql (needs the package graphql)" },
  },
  todo: {
    given: "everywhere",
    check: ({ switchOr, count }) => switchOr({ maxTodos: count }),
    default: false,
    flag: { help: "Serve the todo routes at /todos to anyone, as the demo does" },
  },
  control: {
    given: "everywhere",
    check: ({ switchOr, text, count }) => switchOr({ token: text, maxForks: count, maxForkBytes: count }),
    default: false,
    flag: { help: "Serve /__galley/ to tokens with full access, and forks by X-Galley-Fork (for tests)" },
  },
  studio: {
    given: "everywhere",
    check: ({ flag }) => flag,
    flag: {
      help: "Serve Studio at /_studio (default unless NODE_ENV is production)",
      off: { name: "no-studio", help: "Do not serve Studio" },
    },
  },
  openapi: { given: "everywhere", check: ({ oneOf }) => oneOf(OPENAPI_MODES) },
  explain: {
    given: "everywhere",
    check: ({ flag }) => flag,
    default: false,
    flag: { help: "Add the query plan to answers of requests with X-Galley-Explain (for development)" },
  },
  listener: {
    given: "file",
    check: ({ oneOf }) => oneOf(LISTENERS),
    flag: { value: "NAME", choices: LISTENERS, help: "auto (default), uws: uWebSockets.js, or node: node:http" },
  },
} as const satisfies { readonly [K in keyof GalleyConfig]-?: Setting<GalleyConfig[K]> };

function graphqlLimits(count: Check): { readonly [K in keyof GraphqlLimits]-?: Check } {
  return {
    depth: count,
    aliases: count,
    repetition: count,
    length: count,
    word: count,
    definitions: count,
    tokens: count,
    nesting: count,
    variables: count,
    fields: count,
    cost: count,
    entries: count,
    answerBytes: count,
    work: count,
    time: count,
  };
}

export type SettingName = keyof typeof SETTINGS;

/** The same with the general type of a row, whose optional parts can be read. */
export const SETTING_ROWS = Object.entries<Setting>(SETTINGS) as readonly (readonly [SettingName, Setting])[];

/** Whether a key of the configuration is an option of `createGalley` too. */
export function isOption(name: string): name is keyof Settings & SettingName {
  return Object.hasOwn(SETTINGS, name) && SETTINGS[name as SettingName].given === "everywhere";
}

type Defaulted = {
  [K in SettingName]: (typeof SETTINGS)[K] extends { readonly default: unknown } ? K : never;
}[SettingName];

/** The settings, in which those with a default are always present. */
export type ChosenSettings = Omit<Settings, Defaulted> & {
  readonly [K in Defaulted & keyof Settings]-?: NonNullable<Settings[K]>;
};

const DEFAULTS = Object.fromEntries(
  SETTING_ROWS.flatMap(([name, row]) => ("default" in row ? [[name, row.default]] : [])),
);

/** The given settings, with defaults for the rest. */
export function withDefaults(given: Settings): ChosenSettings {
  const settings = Object.entries(given).filter(([name, value]) => value !== undefined && isOption(name));
  // The table's type ties each default to the type of its key.
  return { ...DEFAULTS, ...Object.fromEntries(settings) } as ChosenSettings;
}
