import { EngineError, isRecord, type UnknownRecord } from "../../../../engine/internal.ts";

/** Who has signed in elsewhere. */
export interface Profile {
  /** Lower case; its own, as the provider has found. */
  readonly email: string;
  /** Null: nothing is known that could be a name. */
  readonly username: string | null;
}

/** Asks the provider, in the name of the user, for the JSON at an address. */
export type Ask = (url: string) => Promise<unknown>;

/** Rejects with EngineError `application`. */
export type ReadProfile = (ask: Ask) => Promise<Profile>;

/** Claims of OpenID Connect. Throws EngineError `application`. */
export function profileIn(claims: unknown): Profile {
  const { email, email_verified: verified, preferred_username, nickname, name } = recordOf(claims);
  const username = [preferred_username, nickname, name].find((each) => typeof each === "string");
  return verifiedProfile(email, verified === true || verified === "true", username);
}

/** @throws EngineError `application` where the address is not there, or may be somebody else's. */
export function verifiedProfile(email: unknown, isVerified: boolean, username: unknown): Profile {
  if (typeof email !== "string" || email === "") throw new EngineError("application", "Email was not available.");
  if (!isVerified) throw new EngineError("application", "Email not verified by the provider");
  return { email: email.toLowerCase(), username: typeof username === "string" ? username : null };
}

export function recordOf(value: unknown): UnknownRecord {
  return isRecord(value) ? value : {};
}
