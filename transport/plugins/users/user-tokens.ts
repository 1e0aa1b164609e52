import type { StoredUser } from "./users.ts";

/** What a token that lets a user in says. */
export interface UserClaims {
  readonly id: number;
  /** Epoch seconds. */
  readonly exp: number;
  /** Of the password that it was given for; null in tokens that do not say. */
  readonly stamp: string | null;
  /** The session that it belongs to; null where there are none. */
  readonly session: string | null;
}

/** Where a user signs in. */
export interface Device {
  /** As its program names it. */
  readonly id?: string | null;
  /** Its `User-Agent`. */
  readonly userAgent?: string | undefined;
}

export interface IssuedTokens {
  /** Lets its user in. */
  readonly jwt: string;
  /** Gets another such token once this one has expired; null where there are no sessions. */
  readonly refreshToken: string | null;
}

/** What users present once they have signed in. All that write reject with EngineError. */
export interface UserTokens {
  issue(user: StoredUser, device: Device): Promise<IssuedTokens>;
  /** The same for a user with another password: whatever was issued before has ended. */
  reissue(user: StoredUser, device: Device): Promise<IssuedTokens>;
  /** Null for a text that is no token of a user, or not signed here. Whether its time is over is not looked at. */
  claimsIn(token: string): UserClaims | null;
  /** Whether a session has neither been ended nor expired. */
  isActive(session: string): boolean;
}
