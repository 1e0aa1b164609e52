import type { LocalesDefinition } from "../../engine/internal.ts";
import type { RateLimitConfig } from "../access/rate-limit.ts";
import type { Roles } from "../access/roles.ts";
import type { TokenConfig } from "../access/tokens.ts";
import type { ListenerName } from "../adapters/listener-name.ts";
import type { ProfileName } from "../contract/profile-name.ts";
import type { RestConfig } from "../contract/rest-config.ts";
import type { GraphqlOptions } from "../graphql/options.ts";
import type { JsonLimits } from "../http/json/json-limits.ts";
import type { ReadLimits } from "../http/params/query-string.ts";
import type { MailConfig } from "../mail/mail.ts";
import type { OpenapiMode } from "../openapi/openapi-mode.ts";
import type { LogFormat, LogLevel } from "../operations/log-format.ts";
import type { MetricsConfig } from "../operations/metrics-config.ts";
import type { ProviderOptions } from "../plugins/users/providers/provider-options.ts";
import type { SendResetCode } from "../plugins/users/signing-in.ts";
import type { ControlConfig } from "../testing/control/control-config.ts";

/** Uploads: whether they are accepted and served, and how. */
export type UploadConfig = boolean | UploadOptions;

export interface UploadOptions {
  /** Largest upload in bytes, all files of one request together: 200 MiB. */
  readonly limit?: number;
  /** Make smaller forms of pictures: true. Needs the package `sharp`; without it none are made. */
  readonly formats?: boolean;
  /** Longest side of each form in pixels, beside the thumbnail: `large` 1000, `medium` 750, `small` 500. */
  readonly breakpoints?: { readonly [name: string]: number };
  /** Store pictures with less quality where that makes them smaller, as a fresh Strapi does: false, which keeps their bytes. */
  readonly optimize?: boolean;
  /**
   * Keep files in a bucket, `s3://BUCKET[/FOLDER][?region=…&endpoint=…]`, in the place of those beside the content. Needs the
   * package `aws4fetch`; credentials are AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY of the environment.
   */
  readonly bucket?: string;
}

/** Todos: whether they are served, and how many there may be. */
export type TodoConfig =
  | boolean
  | {
      /** 100,000. */
      readonly maxTodos?: number;
    };

/** Users: whether they sign in, and how. */
export type UserConfig = boolean | UserOptions;

export interface UserOptions {
  /** Anyone may sign up: true. */
  readonly register?: boolean;
  /** Attributes that a sign-up may set besides name, address and password: none. */
  readonly allowedFields?: readonly string[];
  /** Lifetime of a sign-in in seconds: 30 days. Applies only without `sessions`. */
  readonly expiresIn?: number;
  /** Short-lived tokens, and refresh tokens that renew them (Strapi's mode `refresh`): false. */
  readonly sessions?: boolean | SessionOptions;
  /** Providers that users can sign in with, by name: none. Needs the package `oauth4webapi`. */
  readonly providers?: { readonly [name: string]: ProviderOptions };
  /**
   * New users can sign in once they have followed a link that is sent to their address, and which leads on to `redirect`,
   * by default `/`. False: every user is confirmed at once. Needs mail.
   */
  readonly confirmation?: boolean | { readonly redirect?: string };
  /** Page of a front end on which a user sets a new password: mail links to it with `?code=…`. */
  readonly resetUrl?: string;
  /**
   * Delivers the code of a forgotten password to its user in place of mail: it allows setting a new password for an
   * hour.
   */
  readonly sendResetCode?: SendResetCode;
}

/** Lifespans are in seconds. */
export interface SessionOptions {
  /** Lifetime of an access token: 10 minutes. */
  readonly accessTokenLifespan?: number;
  /** A session that is not renewed ends after this time: 14 days. */
  readonly idleRefreshTokenLifespan?: number;
  /** Every session ends after this time: 30 days. */
  readonly maxRefreshTokenLifespan?: number;
  /** Send refresh tokens in a cookie that a page's scripts cannot read: false, which leaves the choice to each request. */
  readonly httpOnly?: boolean;
  readonly cookie?: {
    /** `strapi_up_refresh`. */
    readonly name?: string;
    /** `/`. */
    readonly path?: string;
    /** Default: the host that answers. */
    readonly domain?: string;
    /** `lax`. */
    readonly sameSite?: "lax" | "strict" | "none";
    /** Sent over HTTPS only: true if NODE_ENV is `production`. */
    readonly secure?: boolean;
    /** Seconds for which a browser keeps it: by default until the browser is closed. */
    readonly maxAge?: number;
  };
}

/** Options that `createGalley` and a configuration file share. */
export interface Settings {
  /** `contract`, the default, or `strapi`, which follows Strapi 5 wherever the two differ. */
  readonly profile?: ProfileName;
  /** Grants by role; by default nothing is granted, and nothing to callers without a token. */
  readonly roles?: Roles;
  /** Credentials that callers may present: none. */
  readonly tokens?: readonly TokenConfig[];
  /** Callers without a token may read every content type except users and their roles: false. */
  readonly open?: boolean;
  /**
   * The locales of localized types: codes, or what is said of each by its code (`{ "fr": { "fallback": "en" } }`). The default
   * one alone when absent.
   */
  readonly locales?: LocalesDefinition;
  /** Code of the locale that is meant where none is named: `en`, or the first of `locales` without it. */
  readonly defaultLocale?: string;
  /** Page sizes, totals and paths of the content routes. */
  readonly rest?: RestConfig;
  /** Serve GraphQL at `/graphql`: false when absent. Needs the package `graphql`. */
  readonly graphql?: boolean | GraphqlOptions;
  /** Serve Studio, a page for people, at `/_studio`: true, unless the environment variable `NODE_ENV` is `production`. */
  readonly studio?: boolean;
  /**
   * Who may read the OpenAPI document at `/api/openapi.json`, which shows each what it may call: `public`, or `token` for
   * those with credentials. When absent `public`, and `off` where NODE_ENV is `production`.
   */
  readonly openapi?: OpenapiMode;
  /** Serve the todo routes, to anyone who calls: false when absent, true in the demo. */
  readonly todo?: TodoConfig;
  /**
   * Lets callers with a token with full access, or with the one given here, control the galley over HTTP under
   * `/__galley/`, and any request choose a fork by its header `X-Galley-Fork`: for tests. False when absent.
   */
  readonly control?: boolean | ControlConfig;
  /** Largest request body in bytes: 1 MiB. */
  readonly bodyLimit?: number;
  /** Bytes of request bodies held at the same time, over all connections: 256 MiB; over it requests are refused. */
  readonly bodyBytes?: number;
  /** Accept uploads and serve them: true when absent. */
  readonly uploads?: UploadConfig;
  /** Users sign in and call with the grants of their role: true when the schema has the type of users. */
  readonly users?: UserConfig;
  /**
   * Mail with codes for users. True when absent, which keeps it in `galley.outbox` for tests; false sends none, which
   * holds for `galley` unless `control` is on.
   */
  readonly mail?: boolean | MailConfig;
  /** Where callers reach this server, for links in mail: the address that it listens on when absent. */
  readonly url?: string;
  /** Signs the tokens of users, 16 characters at least; made for each run when absent, so that they end with it. */
  readonly jwtSecret?: string;
  /** How much a query string may hold, and how much work one read may be. */
  readonly queryLimits?: Partial<ReadLimits>;
  /** Bytes of one answer, a list of entries above all: 32 MiB. */
  readonly answerBytes?: number;
  /** How much structure a body may have: 64 levels, 100,000 values; and whether keys with a meaning to JavaScript. */
  readonly jsonLimits?: Partial<JsonLimits>;
  /** Bytes of answers to be kept for the next to ask the same: 64 MiB; 0 keeps none. */
  readonly cacheBytes?: number;
  /**
   * Bytes that the indexes may take, roughly: 1 GiB, or a quarter of the heap where that is less; beyond that those go that
   * have not been used for longest.
   */
  readonly indexBytes?: number;
  /** Reads have an `ETag`, and `If-None-Match` is answered with 304: true in the contract profile. */
  readonly etag?: boolean;
  /**
   * Reads with the header `X-Galley-Explain` are answered with their query plan in a header of that name, which shows how
   * much content there is: for development. False when absent.
   */
  readonly explain?: boolean;
  /** Origins that may call from a browser: any one without credentials when absent, or those listed, with credentials. */
  readonly cors?: "*" | readonly string[];
  /** Requests per client and time; only refused credentials are limited when absent. */
  readonly rateLimit?: RateLimitConfig;
  /** Serve what Prometheus reads at `/_metrics`: beside the rest, or on a port of its own. False when absent. */
  readonly metrics?: MetricsConfig;
  /** Key of an archive as seed that is encrypted. */
  readonly seedKey?: string;
  /**
   * Milliseconds by which the event loop may be late before requests are refused with 503; 0 for any. When absent 1000 where
   * `galley` serves, and 0 for `createGalley`.
   */
  readonly maxEventLoopDelay?: number;
}

/** What a configuration file holds. Flags and environment variables win over it. */
export interface GalleyConfig extends Settings {
  /** 1337 when absent; 0 takes a free port. */
  readonly port?: number;
  /** Address to listen on: 127.0.0.1 when absent. */
  readonly host?: string;
  /** `auto` when absent: uWebSockets.js on a loopback address where it loads, else node:http. */
  readonly listener?: ListenerName;
  /**
   * Where the content is kept: `memory`, a folder, or a `.json` file, relative to the configuration file, or an address
   * `postgres://…`.
   */
  readonly storage?: string;
  /**
   * Reloads what is edited while it is served: the content types, this configuration, and the `.json` file of `storage`.
   * False when absent.
   */
  readonly watch?: boolean;
  /**
   * Processes that answer requests over one journal (`storage` is a folder); `auto`: one for each core. 1 when absent.
   */
  readonly workers?: number | "auto";
  /**
   * A file that an empty content base begins with, of entries or an archive of `strapi export`; its path is relative to
   * the configuration.
   */
  readonly seed?: string;
  /** `info` when absent. */
  readonly logLevel?: LogLevel;
  /** `lines` on a terminal, else `json`, when absent. */
  readonly logFormat?: LogFormat;
  /**
   * Milliseconds between a signal to end, which `/_health/ready` reports at once, and the end of listening: 0 when
   * absent.
   */
  readonly drainDelay?: number;
}

/** Gives back its argument: lets an editor check and complete a configuration file. */
export function defineConfig(config: GalleyConfig): GalleyConfig {
  return config;
}
