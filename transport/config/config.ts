import type { LocalesDefinition } from "../../engine/internal.ts";
import type { RateLimitConfig } from "../access/rate-limit.ts";
import type { Roles } from "../access/roles.ts";
import type { TokenConfig } from "../access/tokens.ts";
import type { ListenerName } from "../adapters/listener-name.ts";
import type { ProfileName } from "../contract/profiles/profile-name.ts";
import type { RestConfig } from "../contract/profiles/rest-config.ts";
import type { JsonLimits } from "../http/json/json-limits.ts";
import type { ReadLimits } from "../http/params/query-string.ts";
import type { MailConfig } from "../mail/mail.ts";
import type { ControlConfig } from "../parts/control/control-config.ts";
import type { GraphqlOptions } from "../parts/graphql/options.ts";
import type { OpenapiMode } from "../parts/openapi/openapi-mode.ts";
import type { ClusterConfig } from "../parts/operations/cluster-config.ts";
import type { LogFormat, LogLevel } from "../parts/operations/log-format.ts";
import type { MetricsConfig } from "../parts/operations/metrics-config.ts";
import type { TodoConfig } from "../parts/todo/part.ts";
import type { UploadConfig } from "../parts/uploads/part.ts";
import type { UserConfig } from "../parts/users/user-settings.ts";

/** Options that `createGalley` and a configuration file share. */
export interface Settings {
  /** `contract`, the default, or `strapi`, which follows Strapi 5 wherever the two differ. */
  readonly profile?: ProfileName;
  /** Grants by role; by default nothing is granted, and nothing to callers without a token. */
  readonly roles?: Roles;
  /** Credentials that callers may present: none. */
  readonly tokens?: readonly TokenConfig[];
  /** Everyone, signed in or not, may read every content type except users and their roles, but no drafts: false. */
  readonly open?: boolean;
  /**
   * The locales of localized types: codes, or an object of options by code (`{ "fr": { "fallback": "en" } }`). By default
   * only the default locale.
   */
  readonly locales?: LocalesDefinition;
  /** Code of the default locale: `en`, or the first of `locales` if `en` is not among them. */
  readonly defaultLocale?: string;
  /** Page sizes, totals and paths of the content routes. */
  readonly rest?: RestConfig;
  /** Serve GraphQL at `/graphql`: false. Needs the package `graphql`. */
  readonly graphql?: boolean | GraphqlOptions;
  /** Serve Studio, a page for people, at `/_studio`: true, unless the environment variable `NODE_ENV` is `production`. */
  readonly studio?: boolean;
  /**
   * Who may read the OpenAPI document at `/api/openapi.json`, which shows callers what they may call: `public`, or `token`
   * for callers with credentials. Default: `public`, or `off` if NODE_ENV is `production`.
   */
  readonly openapi?: OpenapiMode;
  /** Serve the todo routes, to any caller: false; true in the demo. */
  readonly todo?: TodoConfig;
  /**
   * Lets callers with a full-access token, or with the token given here, control the galley over HTTP under
   * `/__galley/`, and lets any request select a fork by its header `X-Galley-Fork`: for tests. Default: false.
   */
  readonly control?: boolean | ControlConfig;
  /** Maximum request body in bytes: 1 MiB. */
  readonly bodyLimit?: number;
  /** Bytes of request bodies held at a time, over all connections: 256 MiB; requests beyond it are refused. */
  readonly bodyBytes?: number;
  /** Accept uploads and serve them: true. */
  readonly uploads?: UploadConfig;
  /** Users can sign in and call with the grants of their role: true if the schema has the type of users. */
  readonly users?: UserConfig;
  /**
   * Mail with codes for users. Default: true, which keeps messages in `galley.outbox` for tests; false sends none, and is
   * the default of `galley` unless `control` is on.
   */
  readonly mail?: boolean | MailConfig;
  /** URL at which callers reach this server, for links in mail: by default the address that it listens on. */
  readonly url?: string;
  /** Signs the tokens of users, at least 16 characters; by default generated for each run, so that tokens end with it. */
  readonly jwtSecret?: string;
  /** How large a query string may be, and how much work a read may take. */
  readonly queryLimits?: Partial<ReadLimits>;
  /** Maximum bytes of one answer, usually a list of entries: 32 MiB. */
  readonly answerBytes?: number;
  /** Maximum structure of a body: 64 levels, 100,000 values; and whether keys that are special in JavaScript are allowed. */
  readonly jsonLimits?: Partial<JsonLimits>;
  /** Bytes of the response cache: 64 MiB; 0 disables it. */
  readonly cacheBytes?: number;
  /**
   * Approximate bytes of all indexes: 1 GiB, or a quarter of the heap if that is less; beyond it the least recently used
   * are dropped.
   */
  readonly indexBytes?: number;
  /** Send an `ETag` with reads, and answer `If-None-Match` with 304: true in the contract profile. */
  readonly etag?: boolean;
  /**
   * Answer reads that have the header `X-Galley-Explain` with their query plan in a header of that name. The plan reveals
   * how much content there is: for development. Default: false.
   */
  readonly explain?: boolean;
  /** Origins that may call from a browser: by default any, without credentials; or those listed, with credentials. */
  readonly cors?: "*" | readonly string[];
  /** Request limits per client; by default only refused credentials are limited. */
  readonly rateLimit?: RateLimitConfig;
  /** Serve metrics for Prometheus at `/_metrics`: beside the other routes, or on a port of its own. Default: false. */
  readonly metrics?: MetricsConfig;
  /** Key of an encrypted archive as seed. */
  readonly seedKey?: string;
  /**
   * Milliseconds of event loop delay from which on requests are refused with 503; 0 never refuses. Default: 1000 for the
   * command `galley`, 0 for `createGalley`.
   */
  readonly maxEventLoopDelay?: number;
  /** How a node behaves whose content other nodes share. */
  readonly cluster?: ClusterConfig;
  /**
   * Over a shared log: have these content types write from now on, though nodes with others have taken over from them. To go
   * back to an earlier release. Default: false.
   */
  readonly claimSchema?: boolean;
}

/** Contents of a configuration file. Flags and environment variables take precedence over it. */
export interface GalleyConfig extends Settings {
  /** Default: 1337; 0 selects a free port. */
  readonly port?: number;
  /** Address to listen on: 127.0.0.1. */
  readonly host?: string;
  /** Default: `auto`: uWebSockets.js on a loopback address if it loads, else node:http. */
  readonly listener?: ListenerName;
  /**
   * Where the content is stored: `memory`, a folder, or a `.json` file, relative to the configuration file, or an address
   * `postgres://…` or `nats://…`.
   */
  readonly storage?: string;
  /**
   * Reload edited files while the server runs: the content types, this configuration, and the `.json` file of
   * `storage`. `poll`: by looking at them, where the system reports no changes. Default: false.
   */
  readonly watch?: boolean | "poll";
  /**
   * Number of processes that answer requests over one journal (`storage` is a folder); `auto`: one per core. Default: 1.
   */
  readonly workers?: number | "auto";
  /**
   * The seed of an empty store: a file of entries or an archive of `strapi export`; its path is relative to the
   * configuration.
   */
  readonly seed?: string;
  /** Default: `info`. */
  readonly logLevel?: LogLevel;
  /** Default: `lines` on a terminal, else `json`. */
  readonly logFormat?: LogFormat;
  /**
   * Milliseconds between a signal to end, from which on `/_health/ready` answers 503, and the end of listening:
   * 0.
   */
  readonly drainDelay?: number;
}

/** Returns its argument: lets an editor check and complete a configuration file. */
export function defineConfig(config: GalleyConfig): GalleyConfig {
  return config;
}
