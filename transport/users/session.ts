import { compare } from "bcryptjs";
import { EngineError } from "../../engine/index.ts";
import type { PlainEntries } from "../content/plain-entries.ts";
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

/** A new token of a user. */
export function tokenOf({ jwt, now, expiresIn }: Sessions, { id }: StoredUser): string {
  const issuedAt = Math.floor(now() / 1000);
  return jwt.sign(id, issuedAt, issuedAt + expiresIn);
}

/** Of no password: whoever guesses at names is kept waiting as long as who guesses at passwords. */
const NO_HASH = "$2b$10$CwTycUXWue0Thq9StjUM0uJ8Q5xCrN0ylQ0l0x7pR5m6w8b7Yk1Gy";

export async function fits({ password: hash }: StoredUser, password: string): Promise<boolean> {
  return hash !== null && (await compare(password, hash));
}

/** @throws EngineError `validation` (rejected) with a message that tells nothing apart. */
export async function assertPassword(user: StoredUser | null, password: string): Promise<StoredUser> {
  const isRight = await compare(password, user?.password ?? NO_HASH);
  if (user === null || user.password === null || !isRight) {
    throw new EngineError("validation", "Invalid identifier or password");
  }
  return user;
}
