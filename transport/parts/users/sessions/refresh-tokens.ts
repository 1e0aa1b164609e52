import { randomBytes, randomUUID } from "node:crypto";
import { EngineError, type UnknownRecord } from "../../../../engine/internal.ts";
import type { Asked } from "../../../access/note-author.ts";
import type { Jwt } from "../tokens/jwt.ts";
import type { Device, IssuedTokens, UserClaims, UserTokens } from "../tokens/user-tokens.ts";
import type { StoredUser, Users } from "../users.ts";
import { deviceName } from "./device-name.ts";
import type { Session, StoredSessions } from "./stored-sessions.ts";

/** All in seconds. */
export interface Lifespans {
  /** Of an access token. */
  readonly access: number;
  /** Of a session that is not renewed. */
  readonly idle: number;
  /** Of a session, however often it is renewed. */
  readonly max: number;
}

export interface RefreshTokenOptions {
  readonly jwt: Jwt;
  readonly users: Pick<Users, "byId">;
  readonly sessions: StoredSessions;
  readonly lifespans: Lifespans;
  /** Epoch milliseconds. */
  readonly now: () => number;
}

/** A session as its user sees it. */
export interface SessionView {
  readonly id: string;
  readonly deviceId: string | null;
  readonly deviceName?: string;
  /** Whether it is the session of this request. */
  readonly current: boolean;
  readonly loginAt: string;
  readonly lastActiveAt: string;
}

/** Milliseconds within which two pages of one user may use the same token. */
const SIMULTANEOUS = 10_000;

/**
 * Refresh token rotation, Strapi's mode `refresh`: an access token is valid for minutes, and its refresh token can be
 * exchanged once for the next two tokens. Only an identifier of each session's refresh token is stored, so nobody who
 * reads the storage can sign in.
 */
export class RefreshTokens implements UserTokens {
  readonly #options: RefreshTokenOptions;

  constructor(options: RefreshTokenOptions) {
    this.#options = options;
  }

  async issue(user: StoredUser, device: Device, asked?: Asked): Promise<IssuedTokens> {
    return this.#begin(user, device, [], asked);
  }

  async reissue(user: StoredUser, device: Device, asked?: Asked): Promise<IssuedTokens> {
    const ended = this.#options.sessions.ofUser(user.id);
    return this.#begin(user, { ...device, id: device.id ?? randomUUID() }, ended, asked);
  }

  /**
   * Exchanges a refresh token for the next two tokens; it is invalid afterwards. Its session ends if it is used again
   * later: one of the two who have it has stolen it, and nobody can tell which.
   *
   * @throws EngineError `unauthorized` (rejected)
   */
  async renew(refreshToken: string, asked?: Asked): Promise<IssuedTokens> {
    const { sessions, users } = this.#options;
    const { session, rotation } = this.#named(refreshToken) ?? {};
    const user = session === undefined ? null : users.byId(session.userId);
    if (session === undefined || rotation === undefined || user === null || !this.#isOpenTo(user, session)) {
      throw invalid();
    }
    if (rotation !== session.rotation) {
      if (this.#options.now() - Date.parse(session.renewedAt) > SIMULTANEOUS) await sessions.remove([session], asked);
      throw invalid();
    }
    const next = newRotation();
    const now = this.#options.now();
    const expiresAt = this.#expiry(now, Date.parse(session.endsAt));
    const data = { rotation: next, renewedAt: isoText(now), expiresAt: isoText(expiresAt) };
    if (!(await sessions.renew(session.id, rotation, data, asked))) throw invalid();
    return this.#tokens({ ...session, ...data });
  }

  claimsIn(token: string): UserClaims | null {
    const claims = this.#options.jwt.verifyClaims(token);
    if (claims?.type !== "access") return null;
    const { userId, exp, stamp, sessionId } = claims;
    const id = Number(userId);
    if (!Number.isSafeInteger(id) || typeof exp !== "number" || typeof sessionId !== "string") return null;
    return { id, exp, stamp: typeof stamp === "string" ? stamp : null, session: sessionId };
  }

  isActive(id: string): boolean {
    const session = this.#options.sessions.find(id);
    return session !== null && !this.#hasExpired(session);
  }

  /** The open sessions of a user: the current one first, then by last renewal. */
  listOf(user: StoredUser, current: string | null): readonly SessionView[] {
    const open = this.#options.sessions.ofUser(user.id).filter((each) => this.#isOpenTo(user, each));
    const views = open.map(({ id, deviceId, deviceName: name, loginAt, renewedAt }) => {
      const known = name === null ? {} : { deviceName: name };
      return { id, deviceId, ...known, current: id === current, loginAt, lastActiveAt: renewedAt };
    });
    return [...views.filter((view) => view.current), ...views.filter((view) => !view.current)];
  }

  /** Ends the sessions of a user that `which` selects; returns their number. */
  async end(userId: number, which: (session: Session) => boolean, asked?: Asked): Promise<number> {
    const { sessions } = this.#options;
    const ended = sessions.ofUser(userId).filter(which);
    await sessions.remove(ended, asked);
    return ended.length;
  }

  /** The session of a refresh token; null if the token is not valid. */
  sessionOf(refreshToken: string): Session | null {
    const { session, rotation } = this.#named(refreshToken) ?? {};
    return session === undefined || session.rotation !== rotation ? null : session;
  }

  /** The session that a refresh token names, which another one may have replaced. */
  #named(refreshToken: string): { readonly session: Session; readonly rotation: string } | null {
    const { jwt, sessions } = this.#options;
    const claims: UnknownRecord = jwt.verifyClaims(refreshToken) ?? {};
    const { type, sessionId, rotation } = claims;
    if (type !== "refresh" || typeof sessionId !== "string" || typeof rotation !== "string") return null;
    const session = sessions.find(sessionId);
    return session === null || this.#hasExpired(session) ? null : { session, rotation };
  }

  async #begin(user: StoredUser, device: Device, ended: readonly Session[], asked?: Asked): Promise<IssuedTokens> {
    const { jwt, sessions, lifespans, now: time } = this.#options;
    const now = time();
    const endsAt = now + lifespans.max * 1000;
    const data = {
      userId: user.id,
      rotation: newRotation(),
      stamp: jwt.stampOf(user.password),
      deviceId: device.id ?? null,
      deviceName: deviceName(device.userAgent),
      loginAt: isoText(now),
      renewedAt: isoText(now),
      expiresAt: isoText(this.#expiry(now, endsAt)),
      endsAt: isoText(endsAt),
    };
    return this.#tokens({ ...data, id: await sessions.create(data, ended, asked) });
  }

  #tokens({ id, userId, rotation, stamp, renewedAt, expiresAt }: Session): IssuedTokens {
    const { jwt, lifespans } = this.#options;
    const iat = Math.floor(Date.parse(renewedAt) / 1000);
    const claims = { userId: String(userId), sessionId: id };
    const exp = Math.floor(Date.parse(expiresAt) / 1000);
    return {
      jwt: jwt.signClaims({ ...claims, type: "access", stamp, iat, exp: iat + lifespans.access }),
      refreshToken: jwt.signClaims({ ...claims, type: "refresh", rotation, iat, exp }),
    };
  }

  #expiry(now: number, endsAt: number): number {
    return Math.min(now + this.#options.lifespans.idle * 1000, endsAt);
  }

  #hasExpired({ expiresAt }: Session): boolean {
    return Date.parse(expiresAt) <= this.#options.now();
  }

  #isOpenTo({ blocked, password }: StoredUser, session: Session): boolean {
    return !blocked && !this.#hasExpired(session) && session.stamp === this.#options.jwt.stampOf(password);
  }
}

function newRotation(): string {
  return randomBytes(16).toString("base64url");
}

function isoText(time: number): string {
  return new Date(time).toISOString();
}

function invalid(): EngineError {
  return new EngineError("unauthorized", "Invalid refresh token");
}
