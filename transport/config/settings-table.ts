import type { LocalesDefinition } from "../../engine/internal.ts";
import { ANSWER_BYTES } from "../../engine/internal.ts";
import type { RateLimitConfig } from "../access/rate-limit.ts";
import type { Roles } from "../access/roles.ts";
import type { TokenConfig } from "../access/tokens.ts";
import type { ListenerName } from "../adapters/listener-name.ts";
import { LISTENERS } from "../adapters/listener-name.ts";
import { BODY_BYTES } from "../adapters/shared/limits.ts";
import type { ProfileName } from "../contract/profiles/profile-name.ts";
import { PROFILES } from "../contract/profiles/profile-name.ts";
import type { RestConfig } from "../contract/profiles/rest-config.ts";
import { ANSWER_FORMATS } from "../contract/profiles/rest-config.ts";
import type { ConsumersConfig } from "../events/consumers-config.ts";
import type { HookSetting } from "../hooks/hook-config.ts";
import { SAME_SITE } from "../http/headers/cookie.ts";
import type { JsonLimits } from "../http/json/json-limits.ts";
import type { ReadLimits } from "../http/params/query-string.ts";
import type { JsonServerConfig } from "../json-server/json-server-config.ts";
import type { Galley } from "../library/galley.ts";
import type { ControlConfig } from "../parts/control/control-config.ts";
import type { BandwidthConfig, ErrorsConfig, LatencyConfig } from "../parts/control/faults/slowness-config.ts";
import type { CronConfig } from "../parts/cron/cron-config.ts";
import type { GraphqlLimits } from "../parts/graphql/limits.ts";
import type { GraphqlOptions } from "../parts/graphql/options.ts";
import type { RoutesName } from "../parts/json-routes/routes-name.ts";
import { ROUTES_NAMES } from "../parts/json-routes/routes-name.ts";
import type { OpenapiMode } from "../parts/openapi/openapi-mode.ts";
import { OPENAPI_MODES } from "../parts/openapi/openapi-mode.ts";
import type { ClusterConfig } from "../parts/operations/cluster-config.ts";
import { POSITION_CARRIERS } from "../parts/operations/cluster-config.ts";
import type { LogFormat, LogLevel } from "../parts/operations/log-format.ts";
import { LOG_FORMATS, LOG_LEVELS } from "../parts/operations/log-format.ts";
import type { MetricsConfig } from "../parts/operations/metrics-config.ts";
import { ROUTE_METHODS, type RouteConfig } from "../parts/routes/own-route.ts";
import type { Rewrites } from "../parts/routes/rewrites.ts";
import type { ScheduleConfig } from "../parts/schedule/schedule-config.ts";
import type { TodoConfig } from "../parts/todo/todo-config.ts";
import type { UploadConfig } from "../parts/uploads/upload-config.ts";
import type { UserConfig } from "../parts/users/user-settings.ts";
import type { Deliver, WebhookConfig } from "../parts/webhooks/webhook-config.ts";
import type { MailConfig } from "../runtime/mail/mail.ts";
import type { ScrubConfig } from "../twin/scrub/rules.ts";
import { ACCESS_MEMBERS } from "./access-shapes.ts";
import type { Check } from "./checks.ts";
import { everywhere, file } from "./setting.ts";

/**
 * Every key of the configuration, declared once: the source of its type, of the checks of files and options, of the
 * options that `galley` passes on to `createGalley`, of the flags of `galley serve` in the order of its help, and of the
 * defaults.
 *
 * To add one: its row here with its type and docstring, its line in docs/configuration.md (a test verifies that), and the
 * code that uses it, which finds its value among the settings of its part.
 *
 * Zod checks configurations, which come from files of any shape. The options that every test gives to `createGalley`
 * (`profile`, `roles`, `tokens`) are checked by storage's shapes, which load at once; bodies of requests by BodyChecks,
 * whose messages the contract fixes.
 */
export const SETTINGS = {
  /** Default: 1337; 0 selects a free port. */
  port: file<number>()(({ port }) => port, {
    flag: { short: "p", value: "PORT", help: "Port to listen on (1337); 0 takes a free one" },
  }),
  /** Address to listen on: 127.0.0.1. */
  host: file<string>()(({ text }) => text, {
    flag: { short: "H", value: "HOST", help: "Address to listen on (127.0.0.1)" },
  }),
  /**
   * Where the content is stored: `memory`, a folder, or a `.json` file, relative to the configuration file, or an address
   * `postgres://…` or `nats://…`.
   */
  storage: file<string>()(({ text }) => text, {
    flag: {
      name: "data",
      value: "PLACE",
      help: "Where the content is: memory, a folder, postgres://…, nats://… or FILE.json (PATH/galley-data/db.json)",
    },
  }),
  /**
   * Reload edited files while the server runs: the content types, this configuration, and the `.json` file of
   * `storage`. `poll`: by looking at them, where the system reports no changes. Default: false.
   */
  watch: file<boolean | "poll">()(({ flagOr }) => flagOr("poll"), {
    flag: {
      short: "w",
      word: "poll",
      help: "Reload the project's schemas and FILE.json when they are edited; poll: look at them, without notifications",
    },
  }),
  /**
   * Run the own code of the Strapi project that is served, in this process: it is trusted as this configuration is.
   * `populate`: run none of it, and take `rest.populate` from the middlewares of its routes. Default: false.
   */
  runProject: file<boolean | "populate">()(({ flagOr }) => flagOr("populate"), {
    flag: {
      name: "run-project",
      word: "populate",
      help: "Run the project's own code, which is trusted; populate: run none, use what its route middlewares populate",
    },
  }),
  /**
   * Number of processes that answer requests over one journal (`storage` is a folder); `auto`: one per core. Default: 1.
   */
  workers: file<number | "auto">()(({ workers }) => workers, {
    flag: { value: "N", help: "Run N worker processes over one journal (--data FOLDER); auto: one per core" },
  }),
  /**
   * The seed of an empty store: a file of entries or an archive of `strapi export`; its path is relative to the
   * configuration.
   */
  seed: file<string>()(({ text }) => text, {
    flag: {
      value: "FILE",
      help: "Fill an empty content base with entries (FILE.json) or an archive of `strapi export`",
    },
  }),
  /**
   * How `galley pull` treats attributes, by `type.attribute`: `keep`, a kind of stand-ins, or a function of the value that
   * makes its stand-in.
   */
  scrub: file<ScrubConfig>()(({ scrub }) => scrub),
  /** Key of an encrypted archive as seed. */
  seedKey: everywhere<string>()(({ text }) => text, {
    flag: { name: "key", value: "KEY", help: "Key of an encrypted archive (.enc)" },
  }),
  /** `contract`, the default, or `strapi`, which follows Strapi 5 wherever the two differ. */
  profile: everywhere<ProfileName>()(({ oneOf }) => oneOf(PROFILES), {
    flag: {
      value: "NAME",
      choices: PROFILES,
      help: "contract, or strapi: Strapi 5's behaviour (default for Strapi projects and archives)",
    },
  }),
  /** Page sizes, totals and paths of the content routes. */
  rest: everywhere<RestConfig>()(
    ({ section, count, flag, path, byName, oneOf }) =>
      section({
        defaultLimit: count,
        maxLimit: count,
        withCount: flag,
        actions: flag,
        prefix: path,
        format: oneOf(ANSWER_FORMATS),
        populate: byName,
      }),
    { default: {} },
  ),
  /**
   * The locales of localized types: codes, or an object of options by code (`{ "fr": { "fallback": "en" } }`). By default
   * only the default locale.
   */
  locales: everywhere<LocalesDefinition>()(({ locales }) => locales),
  /** Code of the default locale: `en`, or the first of `locales` if `en` is not among them. */
  defaultLocale: everywhere<string>()(({ text }) => text),
  /** Grants by role; by default nothing is granted, and nothing to callers without a token. */
  roles: everywhere<Roles>()(({ shaped }) => shaped(ACCESS_MEMBERS.roles), { default: {} }),
  /** Credentials that callers may present: none. */
  tokens: everywhere<readonly TokenConfig[]>()(({ shaped }) => shaped(ACCESS_MEMBERS.tokens), { default: [] }),
  /** Everyone, signed in or not, may read every content type except users and their roles, but no drafts: false. */
  open: everywhere<boolean>()(({ flag }) => flag, {
    default: false,
    flag: { help: "Let everyone read every content type, signed in or not" },
  }),
  /** Maximum request body in bytes: 1 MiB. */
  bodyLimit: everywhere<number>()(({ count }) => count, { default: 1_048_576 }),
  /** Bytes of request bodies held at a time, over all connections: 256 MiB; requests beyond it are refused. */
  bodyBytes: everywhere<number>()(({ count }) => count, { default: BODY_BYTES }),
  /** Users can sign in and call with the grants of their role: true if the schema has the type of users. */
  users: everywhere<UserConfig>()(
    ({ switchOr, section, flag, count, callback, texts, text, url, path, oneOf, cookieWord, providers }) =>
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
  ),
  /**
   * Mail with codes for users. Default: true, which keeps messages in `galley.outbox` for tests; false sends none, and is
   * the default of `galley` unless `control` is on.
   */
  mail: everywhere<boolean | MailConfig>()(
    ({ switchOr, text, mailServer, callback }) =>
      switchOr({ from: text, replyTo: text, smtp: mailServer, send: callback }),
    { default: true },
  ),
  /** URL at which callers reach this server, for links in mail: by default the address that it listens on. */
  url: everywhere<string>()(({ url }) => url),
  /** Signs the tokens of users, at least 16 characters; by default generated for each run, so that tokens end with it. */
  jwtSecret: everywhere<string>()(({ secret }) => secret),
  /** Accept uploads and serve them: true. */
  uploads: everywhere<UploadConfig>()(
    ({ switchOr, section, count, flag, lengths, bucket, texts }) =>
      switchOr({
        limit: count,
        quota: section({ total: count, user: count }),
        allowedTypes: texts,
        deniedTypes: texts,
        formats: flag,
        breakpoints: lengths,
        optimize: flag,
        bucket,
      }),
    { default: true },
  ),
  /** How large a query string may be, and how much work a read may take. */
  queryLimits: everywhere<Partial<ReadLimits>>()(
    ({ section, count }) =>
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
    { default: {} },
  ),
  /** Maximum bytes of one answer, usually a list of entries: 32 MiB. */
  answerBytes: everywhere<number>()(({ count }) => count, { default: ANSWER_BYTES }),
  /** Maximum structure of a body: 64 levels, 100,000 values; and whether keys that are special in JavaScript are allowed. */
  jsonLimits: everywhere<Partial<JsonLimits>>()(
    ({ section, count, oneOf }) =>
      section({ depth: count, values: count, keys: count, reservedKeys: oneOf(["refuse", "keep"]) }),
    { default: {} },
  ),
  /**
   * Origins that may call from a browser: by default any, without credentials; or the listed ones, with credentials.
   */
  cors: everywhere<"*" | readonly string[]>()(({ origins }) => origins),
  /** Bytes of the response cache: 64 MiB; 0 disables it. */
  cacheBytes: everywhere<number>()(({ bytes }) => bytes, { default: 64 * 1_048_576 }),
  /**
   * Approximate bytes of all indexes: 1 GiB, or a quarter of the heap if that is less; beyond it the least recently used
   * are dropped.
   */
  indexBytes: everywhere<number>()(({ bytes }) => bytes),
  /** Send an `ETag` with reads, and answer `If-None-Match` with 304: true in the contract profile. */
  etag: everywhere<boolean>()(({ flag }) => flag),
  /** Request limits per client; by default only refused credentials are limited. */
  rateLimit: everywhere<RateLimitConfig>()(
    ({ section, count, addresses }) =>
      section({ requests: count, seconds: count, failures: count, trustedProxies: addresses }),
    { default: {} },
  ),
  /**
   * Milliseconds of event loop delay from which on requests are refused with 503; 0 never refuses. Default: 1000 for the
   * command `galley`, 0 for `createGalley`.
   */
  maxEventLoopDelay: everywhere<number>()(({ whole }) => whole, { default: 0 }),
  /** How a node behaves whose content other nodes share. */
  cluster: everywhere<ClusterConfig>()(
    ({ section, whole, oneOf }) =>
      section({ maxStaleness: whole, positionWait: whole, position: oneOf(POSITION_CARRIERS) }),
    { default: {} },
  ),
  /**
   * Over a shared log: have these content types write from now on, though nodes with others have taken over from them. To go
   * back to an earlier release. Default: false.
   */
  claimSchema: everywhere<boolean>()(({ flag }) => flag, {
    default: false,
    flag: { name: "claim-schema", help: "Over a shared log: take over writing from nodes with other content types" },
  }),
  /** Code around calls of the Document Service, and its limits. */
  hooks: everywhere<HookSetting>()(({ listOr, callback, callbacks, count }) =>
    listOr(callback, { use: callbacks, timeout: count, concurrency: count }),
  ),
  /** `keep`: milliseconds for which the log is kept for a consumer that does not come for its events, by default 7 days. */
  consumers: everywhere<ConsumersConfig>()(({ section, whole }) => section({ keep: whole }), { default: {} }),
  /**
   * Routes of your own, before the built-in ones. `action`: the right that callers need, in the table of roles; without it,
   * full access. Or the name of another server, whose routes are served beside the built-in ones.
   */
  routes: everywhere<RoutesName | readonly RouteConfig[]>()(
    ({ nameOrList, section, oneOf, path, text, flag, callback, callbacks, byName, jsonSchema }) =>
      nameOrList(
        ROUTES_NAMES,
        section(
          {
            method: oneOf(ROUTE_METHODS),
            path,
            type: text,
            action: text,
            auth: flag,
            policies: callbacks,
            schema: section({
              summary: text,
              description: text,
              query: byName,
              body: jsonSchema,
              response: jsonSchema,
            }),
            handle: callback,
          },
          ["method", "path", "handle"],
        ),
      ),
    {
      default: [],
      flag: {
        short: "r",
        value: "NAME",
        help: "Serve json-server's routes too: json-server (as 0.17), json-server@1, or its routes.json with rewrites",
      },
    },
  ),
  /** The keys of rows in data of json-server, and folders whose files its routes serve. */
  jsonServer: everywhere<JsonServerConfig>()(
    ({ section, text, oneOrMore }) => section({ id: text, foreignKeySuffix: text, static: oneOrMore }),
    { default: {} },
  ),
  /** Paths that are answered as others, in order: `{ "/blog/:slug": "/api/posts?filters[slug][$eq]=:slug" }`. */
  rewrites: everywhere<Rewrites>()(({ textsByName }) => textsByName, { default: {} }),
  /** Tasks by name that run at certain times, each tick once over all processes: none. */
  cron: everywhere<CronConfig<Galley>>()(({ byNameOf, section, text, whole, callback }) =>
    byNameOf(section({ rule: text, tz: text, catchUp: whole, task: callback }, ["rule", "task"])),
  ),
  /**
   * Publishing and unpublishing at a later time: true, but its routes are there only if this or `rest.actions` is true.
   * `catchUp`: milliseconds, by default 7 days; what fell due longer ago while no process ran is `missed`.
   */
  schedule: everywhere<boolean | ScheduleConfig>()(({ switchOr, whole }) => switchOr({ catchUp: whole })),
  /** Servers that are told of events, with names, URLs and their events. Default: none. */
  webhooks: everywhere<readonly WebhookConfig[]>()(
    ({ listOf, section, text, url, texts, textsByName, oneOrMore, oneOf, flag }) =>
      listOf(
        section(
          {
            name: text,
            url,
            events: texts,
            types: texts,
            headers: textsByName,
            secret: oneOrMore,
            format: oneOf(["strapi"]),
            allowPrivate: flag,
          },
          ["name", "url"],
        ),
      ),
    { default: [] },
  ),
  /**
   * How deliveries of webhooks are sent: `true`, over the network, as `galley serve` does; a function that answers each
   * request. By default `createGalley` records them and sends none.
   */
  deliver: everywhere<true | Deliver>()(({ trueOrCallback }) => trueOrCallback),
  /** Called once, before the first request, to register hooks; may take 30 seconds. An error ends the start. */
  setup: everywhere<(galley: Galley) => void | Promise<void>>()(({ callback }) => callback),
  /** Serve metrics for Prometheus at `/_metrics`: beside the other routes, or on a port of its own. Default: false. */
  metrics: everywhere<MetricsConfig>()(({ switchOr, port, text }) => switchOr({ port, host: text }, ["port"]), {
    default: false,
  }),
  /**
   * Milliseconds between a signal to end, from which on `/_health/ready` answers 503, and the end of listening:
   * 0.
   */
  drainDelay: file<number>()(({ whole }) => whole),
  /** Default: `info`. */
  logLevel: file<LogLevel>()(({ oneOf }) => oneOf(LOG_LEVELS), {
    flag: {
      name: "log-level",
      value: "LEVEL",
      choices: LOG_LEVELS,
      help: "fatal, error, warn, info (default), debug, trace, silent",
    },
  }),
  /** Default: `lines` on a terminal, else `json`. */
  logFormat: file<LogFormat>()(({ oneOf }) => oneOf(LOG_FORMATS), {
    flag: {
      name: "log-format",
      value: "FORMAT",
      choices: LOG_FORMATS,
      help: "lines (readable; default on a terminal), or json",
    },
  }),
  /** Serve GraphQL at `/graphql`: false. Needs the package `graphql`. */
  graphql: everywhere<boolean | GraphqlOptions>()(
    ({ switchOr, section, count, flag, path, oneOf }) =>
      switchOr({
        endpoint: path,
        defaultLimit: count,
        maxLimit: count,
        introspection: flag,
        page: flag,
        format: oneOf(ANSWER_FORMATS),
        v4CompatibilityMode: flag,
        limits: section(graphqlLimits(count)),
      }),
    { default: false, flag: { help: "Serve GraphQL at /graphql (needs the package graphql)" } },
  ),
  /** Serve the todo routes, to any caller: false; true in the demo. */
  todo: everywhere<TodoConfig>()(({ switchOr, count }) => switchOr({ maxTodos: count }), {
    default: false,
    flag: { help: "Serve the todo routes at /todos to anyone, as the demo does" },
  }),
  /**
   * Lets callers with a full-access token, or with the token given here, control the galley over HTTP under
   * `/__galley/`, and lets any request select a fork by its header `X-Galley-Fork`: for tests. Default: false.
   */
  control: everywhere<boolean | ControlConfig>()(
    ({ switchOr, text, count }) => switchOr({ token: text, maxForks: count, maxForkBytes: count }),
    {
      default: false,
      flag: { help: "Serve /__galley/ to tokens with full access, and forks by X-Galley-Fork (for tests)" },
    },
  ),
  /** Delays answers, by path if you like: `80ms±20`, `80ms,/api/posts=200ms`. The delays follow from the seed of `ids`. */
  latency: everywhere<LatencyConfig>()(({ latency }) => latency, {
    flag: {
      value: "TIME",
      list: true,
      help: "Delay answers on purpose: 80ms, 80ms±20, 50-120ms; of a path: /api/posts=200ms (give it again for more)",
    },
  }),
  /** Lets a part of all requests fail: `1%`, `1%:503`, `/api/posts=5%`. Which ones follows from the seed of `ids`. */
  errors: everywhere<ErrorsConfig>()(({ errors }) => errors, {
    flag: {
      value: "RATE",
      list: true,
      help: "Let some requests fail on purpose: 1%, 1%:503; of a path: /api/posts=5%",
    },
  }),
  /** Sends each answer at most this fast: `1.6Mbps`, `200kB/s`, `/uploads/**=750kbps`. */
  bandwidth: everywhere<BandwidthConfig>()(({ bandwidth }) => bandwidth, {
    flag: {
      value: "RATE",
      list: true,
      help: "Send each answer slowly on purpose: 1.6Mbps; of a path: /uploads/**=750kbps",
    },
  }),
  /** Serve Studio, a page for people, at `/_studio`: true, unless the environment variable `NODE_ENV` is `production`. */
  studio: everywhere<boolean>()(({ flag }) => flag, {
    flag: {
      help: "Serve Studio at /_studio (default unless NODE_ENV is production)",
      off: { name: "no-studio", help: "Do not serve Studio" },
    },
  }),
  /**
   * Who may read the OpenAPI document at `/api/openapi.json`, which shows callers what they may call: `public`, or `token`
   * for callers with credentials. Default: `public`, or `off` if NODE_ENV is `production`.
   */
  openapi: everywhere<OpenapiMode>()(({ oneOf }) => oneOf(OPENAPI_MODES)),
  /**
   * Answer reads that have the header `X-Galley-Explain` with their query plan in a header of that name. The plan reveals
   * how much content there is: for development. Default: false.
   */
  explain: everywhere<boolean>()(({ flag }) => flag, {
    default: false,
    flag: { help: "Add the query plan to answers of requests with X-Galley-Explain (for development)" },
  }),
  /** Default: `auto`: uWebSockets.js on a loopback address if it loads, else node:http. */
  listener: file<ListenerName>()(({ oneOf }) => oneOf(LISTENERS), {
    flag: { value: "NAME", choices: LISTENERS, help: "auto (default), uws: uWebSockets.js, or node: node:http" },
  }),
};

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
