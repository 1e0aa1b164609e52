import type { PlainEntries } from "../../contract/plain-entries.ts";
import type { Jwt } from "./jwt.ts";
import type { StoredUser } from "./users.ts";

/** What makes answers to those who sign in. */
export interface Sessions {
  readonly jwt: Jwt;
  readonly entries: PlainEntries;
  /** Epoch milliseconds. */
  readonly now: () => number;
  /** Seconds for which a token is good. */
  readonly expiresIn: number;
}

/** The answer to who has signed in: a token, and the user as it sees itself. */
export function sessionOf(sessions: Sessions, user: StoredUser): string {
  return `{"jwt":"${tokenOf(sessions, user)}","user":${sessions.entries.written(user.documentId)}}`;
}

/** A new token of a user, good for as long as the password is the same. */
export function tokenOf({ jwt, now, expiresIn }: Sessions, { id, password }: StoredUser): string {
  const issuedAt = Math.floor(now() / 1000);
  return jwt.sign(id, jwt.stampOf(password), issuedAt, issuedAt + expiresIn);
}
