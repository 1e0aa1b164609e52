import { EngineError } from "../../../../engine/internal.ts";
import type { UserName } from "../../../access/signed-in.ts";
import type { StoredUser, Users } from "../users.ts";

/** @throws EngineError `not-found`. */
export function namedUser(users: Users, named: UserName): StoredUser {
  const user = found(users, named);
  if (user !== null) return user;
  throw new EngineError("not-found", `There is no user ${JSON.stringify(named)}`);
}

function found(users: Users, named: unknown): StoredUser | null {
  if (typeof named === "number") return users.byId(named);
  if (typeof named === "string") {
    const byName = users.where({ username: named, email: named.toLowerCase() });
    return byName ?? users.byKey(named);
  }
  if (typeof named !== "object" || named === null) return null;
  const { documentId, id, username, email } = named as { readonly [key: string]: unknown };
  return found(users, documentId ?? id ?? username ?? email);
}
