import { randomBytes } from "node:crypto";
import type { Issue } from "../../../engine/internal.ts";
import { ConfigError } from "../../config/config-error.ts";
import type { Providers } from "./providers/provider.ts";
import type { ProviderOptions } from "./providers/provider-options.ts";
import type { RefreshCookie } from "./sessions/refresh-cookie.ts";
import type { Lifespans } from "./sessions/refresh-tokens.ts";
import type { SendResetCode, SigningInOptions } from "./sign-in/signing-in.ts";

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

/** Seconds. */
const TEN_MINUTES = 10 * 60;
const FOURTEEN_DAYS = 14 * 24 * 60 * 60;
const THIRTY_DAYS = 30 * 24 * 60 * 60;

export interface UserSettings
  extends Pick<SigningInOptions, "register" | "allowedFields" | "confirmation" | "sendResetCode"> {
  /** Key that signs their tokens. */
  readonly secret: string;
  /** Lifetime of a single token in seconds. */
  readonly expiresIn: number;
  /** Null: users have single tokens without sessions. */
  readonly sessions: { readonly lifespans: Lifespans; readonly cookie: RefreshCookie } | null;
  /** Providers that users can sign in with. */
  readonly providers: Providers;
  /** Where users are redirected after they have confirmed their address. */
  readonly confirmedUrl: string;
  /** Page on which a new password is set; null: the message contains only the code. */
  readonly resetUrl: string | null;
}

/**
 * The settings with defaults for the rest.
 *
 * @throws ConfigError (rejected)
 */
export async function userSettings(given: UserOptions, jwtSecret: string | undefined): Promise<UserSettings> {
  const { confirmation = false } = given;
  return {
    secret: jwtSecret ?? randomBytes(32).toString("base64url"),
    expiresIn: given.expiresIn ?? THIRTY_DAYS,
    sessions: sessionSettings(given.sessions ?? false),
    providers: await providersOf(given.providers ?? {}),
    register: given.register ?? true,
    allowedFields: given.allowedFields ?? [],
    confirmation: confirmation !== false,
    confirmedUrl: (typeof confirmation === "object" ? confirmation.redirect : undefined) ?? "/",
    resetUrl: given.resetUrl ?? null,
    sendResetCode: given.sendResetCode,
  };
}

/**
 * The client library is loaded when the first user is sent to a provider; whether it is installed is checked now.
 *
 * @throws ConfigError (rejected)
 */
async function providersOf(given: { readonly [name: string]: ProviderOptions }): Promise<Providers> {
  if (Object.keys(given).length === 0) return new Map();
  const { resolveProviders } = await import("./providers/provider.ts");
  const { loadOauth } = await import("./providers/load-oauth.ts");
  const issues: Issue[] = [];
  const providers = resolveProviders(given, issues);
  const message = "needs the package oauth4webapi, which is not installed: npm install oauth4webapi";
  if ((await loadOauth()) === null) issues.push({ path: ["users", "providers"], message });
  if (issues.length > 0) throw new ConfigError("The configuration", issues);
  return providers;
}

/** Strapi's defaults in its mode `refresh`. */
function sessionSettings(given: boolean | SessionOptions): UserSettings["sessions"] {
  if (given === false) return null;
  const options = given === true ? {} : given;
  const { name, path, domain, sameSite, secure, maxAge } = options.cookie ?? {};
  return {
    lifespans: {
      access: options.accessTokenLifespan ?? TEN_MINUTES,
      idle: options.idleRefreshTokenLifespan ?? FOURTEEN_DAYS,
      max: options.maxRefreshTokenLifespan ?? THIRTY_DAYS,
    },
    cookie: {
      always: options.httpOnly ?? false,
      name: name ?? "strapi_up_refresh",
      path: path ?? "/",
      domain: domain ?? null,
      sameSite: sameSite ?? "lax",
      secure: secure ?? process.env.NODE_ENV === "production",
      maxAge: maxAge ?? null,
    },
  };
}
