import type { Caller, FindUser } from "../content/caller.ts";
import type { Claims, Jwt } from "./jwt.ts";
import type { Users } from "./users.ts";

const UNKNOWN: Caller = { kind: "unauthorized", message: "Missing or invalid credentials" };
const GONE: Caller = { kind: "unauthorized", message: "Invalid credentials" };

/** Header texts whose signature need not be checked again. */
const REMEMBERED = 1000;

/**
 * Finds users by their tokens. A token is worth what its user is at the moment: nothing once that is blocked or gone, and
 * with another role other rights.
 */
export function findUserBy(jwt: Jwt, users: Pick<Users, "byId">, now: () => number): FindUser {
  const remembered = new Map<string, Claims>();
  return (authorization, accessOf) => {
    const claims = remembered.get(authorization) ?? check(authorization);
    if (claims === null) return null;
    if (claims.exp * 1000 <= now()) return UNKNOWN;
    const user = users.byId(claims.id);
    if (user === null || user.blocked) return GONE;
    return { kind: "user", id: user.id, access: accessOf(user.role) };
  };

  function check(authorization: string): Claims | null {
    const claims = jwt.verify(tokenIn(authorization));
    if (claims === null) return null;
    if (remembered.size >= REMEMBERED) remembered.clear();
    remembered.set(authorization, claims);
    return claims;
  }
}

function tokenIn(authorization: string): string {
  return /^\s*bearer\s+(\S+)\s*$/i.exec(authorization)?.[1] ?? "";
}
