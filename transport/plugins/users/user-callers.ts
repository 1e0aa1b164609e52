import type { Caller, FindUser } from "../../access/caller.ts";
import type { Jwt } from "./jwt.ts";
import type { UserClaims, UserTokens } from "./user-tokens.ts";
import type { StoredUser, Users } from "./users.ts";

const UNKNOWN: Caller = { kind: "unauthorized", message: "Missing or invalid credentials" };
const GONE: Caller = { kind: "unauthorized", message: "Invalid credentials" };

/** Header texts whose signature need not be checked again. */
const REMEMBERED = 1000;

/** A token whose signature is good. */
interface KnownToken {
  readonly claims: UserClaims;
  /** The hash of the password that it was last found good for; undefined before. */
  goodFor: string | null | undefined;
}

export interface UserCallers {
  readonly jwt: Jwt;
  readonly tokens: UserTokens;
  readonly users: Pick<Users, "byId">;
  /** Nobody is let in whose address is not confirmed. */
  readonly confirmation: boolean;
  /** Epoch milliseconds. */
  readonly now: () => number;
}

/**
 * Finds users by their tokens. A token is worth what its user is at the moment: nothing once that is blocked or gone, or
 * has another password or has ended its session, and with another role other rights.
 */
export function findUserBy({ jwt, tokens, users, confirmation, now }: UserCallers): FindUser {
  const remembered = new Map<string, KnownToken>();
  return (authorization, accessOf) => {
    const token = remembered.get(authorization) ?? check(authorization);
    if (token === null) return null;
    const { claims } = token;
    if (claims.exp * 1000 <= now()) return UNKNOWN;
    const user = users.byId(claims.id);
    if (user === null || user.blocked || (confirmation && !user.confirmed) || !isFor(token, user)) return GONE;
    const { session } = claims;
    if (session !== null && !tokens.isActive(session)) return GONE;
    return { kind: "user", id: user.id, session, access: accessOf(user.role) };
  };

  function check(authorization: string): KnownToken | null {
    const claims = tokens.claimsIn(tokenIn(authorization));
    if (claims === null) return null;
    if (remembered.size >= REMEMBERED) remembered.clear();
    const token = { claims, goodFor: undefined };
    remembered.set(authorization, token);
    return token;
  }

  /** Whether the user still has the password that the token was given for. */
  function isFor(token: KnownToken, { password }: StoredUser): boolean {
    if (token.goodFor === password) return true;
    if (jwt.stampOf(password) !== token.claims.stamp) return false;
    token.goodFor = password;
    return true;
  }
}

function tokenIn(authorization: string): string {
  return /^\s*bearer\s+(\S+)\s*$/i.exec(authorization)?.[1] ?? "";
}
