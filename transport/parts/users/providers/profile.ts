import { EngineError, isRecord, type UnknownRecord } from "../../../../engine/internal.ts";

/** A user who has signed in at a provider. */
export interface Profile {
  /** In lower case, and verified by the provider. */
  readonly email: string;
  /** Null if the provider returned nothing that could serve as a name. */
  readonly username: string | null;
}

/** Requests JSON from the provider at a URL, on behalf of the user. */
export type Ask = (url: string) => Promise<unknown>;

/** Rejects with EngineError `application`. */
export type ReadProfile = (ask: Ask) => Promise<Profile>;

/** Claims of OpenID Connect. Throws EngineError `application`. */
export function profileIn(claims: unknown): Profile {
  const { email, email_verified: verified, preferred_username, nickname, name } = recordOf(claims);
  const username = [preferred_username, nickname, name].find((each) => typeof each === "string");
  return verifiedProfile(email, verified === true || verified === "true", username);
}

/** @throws EngineError `application` if there is no address, or it is not verified */
export function verifiedProfile(email: unknown, isVerified: boolean, username: unknown): Profile {
  if (typeof email !== "string" || email === "") throw new EngineError("application", "Email was not available.");
  if (!isVerified) throw new EngineError("application", "Email not verified by the provider");
  return { email: email.toLowerCase(), username: typeof username === "string" ? username : null };
}

export function recordOf(value: unknown): UnknownRecord {
  return isRecord(value) ? value : {};
}
