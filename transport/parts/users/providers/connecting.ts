import { randomInt, randomUUID } from "node:crypto";
import { EngineError, type UnknownRecord } from "../../../../engine/internal.ts";
import type { Asked } from "../../../access/note-author.ts";
import type { Log } from "../../../runtime/log.ts";
import type { Jwt } from "../tokens/jwt.ts";
import type { StoredUser, Users } from "../users.ts";
import { Authorization } from "./authorization.ts";
import { loadOauth } from "./load-oauth.ts";
import type { Profile } from "./profile.ts";
import type { Provider, Providers } from "./provider.ts";

export interface ConnectingOptions {
  readonly providers: Providers;
  readonly jwt: Jwt;
  readonly users: Users;
  /** Whether anyone may sign up. */
  readonly register: boolean;
  /** Epoch milliseconds. */
  readonly now: () => number;
  readonly log: Log;
  /** The URL that the provider redirects users to. */
  readonly redirectUri: (provider: string) => string;
  /** The URL that they are redirected to after that, unless it is configured. */
  readonly ownCallback: (provider: string) => string;
}

/** Where a browser is redirected, and the proof that it has to present when it comes back; null: none. */
export interface Led {
  readonly url: string;
  readonly proof: string | null;
}

/** Milliseconds for which a provider that could not be asked is not asked again. */
const REST = 5_000;

/** Proofs that are remembered as used; each took a sign-in at a provider. */
const MAX_USED = 10_000;

/** Seconds to sign in at a provider, and again to be signed in here. */
export const SIGN_IN_SECONDS = 600;

const NAME_LENGTH = 3;
const NAME_TRIES = 10;

/**
 * Signs in users that another server has authenticated, as Strapi's plugin does. All methods reject with EngineError.
 */
export class Connecting {
  readonly #options: ConnectingOptions;
  readonly #authorizations = new Map<string, Promise<Authorization>>();
  /** By provider that could not be asked: until when it is not asked again, in epoch milliseconds. */
  readonly #down = new Map<string, number>();
  /** Ids of the proofs that have signed in a user, the oldest first. */
  readonly #used = new Set<unknown>();

  constructor(options: ConnectingOptions) {
    this.#options = options;
  }

  /**
   * Begins with the page of a provider. `callback`: where the user is redirected in the end, instead of to the
   * configured page.
   */
  async begin(name: string, callback: unknown): Promise<Led> {
    const provider = this.#provider(name);
    const last = callback === undefined ? this.#callbackOf(provider) : this.#checkedCallback(provider, callback);
    if (this.#isDown(name)) throw cannotBeAsked();
    try {
      const { url, ...begun } = await (await this.#authorization(provider)).begin(this.#options.redirectUri(name));
      return { url, proof: this.#signed("connect", { provider: name, callback: last, ...begun }) };
    } catch (error) {
      if (!this.#isDown(name)) {
        this.#down.set(name, this.#options.now() + REST);
        this.#options.log.warn({ reason: reasonOf(error) }, `The provider ${name} cannot be asked`);
      }
      throw cannotBeAsked();
    }
  }

  /**
   * Returns from a provider to the callback, with the proof that signs the user in, or with the reason of a failure in
   * the URL.
   */
  async finish(name: string, answer: URLSearchParams, proof: string | null): Promise<Led> {
    const provider = this.#provider(name);
    const begun = this.#verified("connect", name, proof);
    const callback = typeof begun?.callback === "string" ? begun.callback : this.#callbackOf(provider);
    try {
      if (begun === null || answer.get("state") !== begun.state) {
        throw new EngineError("application", "OAuth2 state mismatch");
      }
      const { state, verifier } = begun;
      const known = { state: String(state), verifier: String(verifier) };
      const redirectUri = this.#options.redirectUri(name);
      const profile = await (await this.#authorization(provider)).finish(redirectUri, answer, known);
      return { url: callback, proof: this.#signed("connected", { provider: name, jti: randomUUID(), ...profile }) };
    } catch (error) {
      return { url: withParameters(callback, this.#faultOf(name, error)), proof: null };
    }
  }

  /** The user who has signed in at a provider, created at the first time. A proof signs in once. */
  async letIn(name: string, proof: string | null, asked: Asked): Promise<StoredUser> {
    this.#provider(name);
    const known = this.#verified("connected", name, proof);
    if (known === null || this.#used.has(known.jti)) {
      throw new EngineError("application", "OAuth authentication requires a completed provider session");
    }
    this.#use(known.jti);
    const { email, username } = known;
    const user = await this.#findOrMake(
      name,
      {
        email: String(email),
        username: typeof username === "string" ? username : null,
      },
      asked,
    );
    if (user.blocked) throw new EngineError("application", "Your account has been blocked by an administrator");
    return user;
  }

  #isDown(name: string): boolean {
    return (this.#down.get(name) ?? 0) > this.#options.now();
  }

  #use(id: unknown): void {
    this.#used.add(id);
    const [oldest] = this.#used;
    if (this.#used.size > MAX_USED) this.#used.delete(oldest);
  }

  async #findOrMake(provider: string, { email, username: given }: Profile, asked: Asked): Promise<StoredUser> {
    const { users, register } = this.#options;
    const find = () => users.where({ email }, provider);
    const found = find();
    if (found !== null) return found;
    if (!register) throw new EngineError("application", "Register action is actually not available.");
    const role = await users.defaultRole(asked.since);
    if (role === null) throw new EngineError("application", "Impossible to find the default role");
    const username = this.#freeName(given?.trim() || (email.split("@")[0] ?? ""));
    const mayBe = () => {
      if (users.where({ email }) !== null) throw new EngineError("application", "Email is already taken.");
    };
    // A concurrent request of the same user may have created it.
    const made = await users
      .create({ email, username, provider, confirmed: true, role }, mayBe, asked)
      .catch((error) => {
        if (find() === null) throw error;
      });
    const user = made === undefined ? find() : users.byDocumentId(made);
    if (user === null) throw new EngineError("not-found", "User not found");
    return user;
  }

  /** The name itself or, if it is too short or taken, the name followed by a number. */
  #freeName(name: string): string {
    const { users } = this.#options;
    const isFree = (text: string) => text.length >= NAME_LENGTH && users.where({ username: text }) === null;
    if (isFree(name)) return name;
    for (let tries = 0; tries < NAME_TRIES; tries += 1) {
      const numbered = `${name}${randomInt(1000, 9999)}`;
      if (isFree(numbered)) return numbered;
    }
    return randomUUID();
  }

  /** @throws EngineError `application` */
  #provider(name: string): Provider {
    const provider = this.#options.providers.get(name);
    if (provider === undefined) throw new EngineError("application", "This provider is disabled");
    return provider;
  }

  #authorization(provider: Provider): Promise<Authorization> {
    const known = this.#authorizations.get(provider.name);
    const made = known ?? authorizationOf(provider);
    this.#authorizations.set(provider.name, made);
    return made;
  }

  #callbackOf({ name, callback }: Provider): string {
    return callback ?? this.#options.ownCallback(name);
  }

  /** A callback that differs from the configured one in its parameters only, without credentials. Throws EngineError `validation`. */
  #checkedCallback(provider: Provider, given: unknown): string {
    const known = new URL(this.#callbackOf(provider));
    const url = typeof given === "string" && URL.canParse(given) ? new URL(given) : null;
    const isBare = url !== null && url.username === "" && url.password === "";
    if (isBare && url.origin === known.origin && url.pathname === known.pathname) return url.href;
    throw new EngineError("validation", "Invalid callback URL provided", { callback: given });
  }

  #signed(type: string, claims: object): string {
    const { jwt, now } = this.#options;
    return jwt.signClaims({ ...claims, type, exp: Math.floor(now() / 1000) + SIGN_IN_SECONDS });
  }

  #verified(type: string, provider: string, proof: string | null): UnknownRecord | null {
    const { jwt, now } = this.#options;
    const claims = proof === null ? null : jwt.verifyClaims(proof);
    if (claims?.type !== type || claims.provider !== provider) return null;
    return typeof claims.exp === "number" && claims.exp * 1000 > now() ? claims : null;
  }

  /**
   * The failure as it is passed to the page: the provider's message, or the fault of the user's account; otherwise only
   * that it failed.
   */
  #faultOf(name: string, error: unknown): { readonly [parameter: string]: string } {
    if (error instanceof EngineError) return { error: "oauth_error", error_description: error.message };
    const { error: code, error_description: description } = Object(error);
    if (typeof code === "string") {
      return { error: code, ...(typeof description === "string" && { error_description: description }) };
    }
    this.#options.log.error({ err: error }, `The provider ${name} has not signed in a user`);
    return { error: "oauth_error", error_description: "The sign-in failed" };
  }
}

function cannotBeAsked(): EngineError {
  return new EngineError("unavailable", "The provider cannot be asked");
}

/** The message of an error and of its cause: `fetch` says why in its cause only. */
function reasonOf(error: unknown): string {
  const { message, cause } = Object(error);
  const { message: behind } = Object(cause);
  return typeof behind === "string" && behind !== "" ? `${message}: ${behind}` : String(message ?? error);
}

function withParameters(url: string, parameters: { readonly [name: string]: string }): string {
  const target = new URL(url);
  for (const [name, value] of Object.entries(parameters)) target.searchParams.set(name, value);
  return target.href;
}

async function authorizationOf(provider: Provider): Promise<Authorization> {
  const oauth = await loadOauth();
  if (oauth === null) throw new Error("The package oauth4webapi has been removed since the start");
  return new Authorization(oauth, provider);
}
