import { EngineError } from "../../../engine/internal.ts";
import { compare } from "../../access/passwords/bcrypt.ts";
import type { StoredUser } from "./users.ts";

/** @throws HttpError `overloaded` (rejected) if too many passwords wait to be checked */
export async function fits({ password: hash }: StoredUser, password: string): Promise<boolean> {
  return hash !== null && (await compare(password, hash));
}

/**
 * Checks a password. An unknown name takes as long as a wrong password, so the timing does not reveal which names
 * exist. `rounds` is the cost of users' hashes.
 *
 * @throws EngineError `validation` (rejected) with the same message for every reason, and as `fits` does.
 */
export async function assertPassword(user: StoredUser | null, password: string, rounds: number): Promise<StoredUser> {
  const isRight = await compare(password, user?.password ?? hashOfNothing(rounds));
  if (user === null || user.password === null || !isRight) {
    throw new EngineError("validation", "Invalid identifier or password");
  }
  return user;
}

/** A string in the form of a hash that no password has. */
function hashOfNothing(rounds: number): string {
  return `$2b$${String(rounds).padStart(2, "0")}$CwTycUXWue0Thq9StjUM0uJ8Q5xCrN0ylQ0l0x7pR5m6w8b7Yk1Gy`;
}
