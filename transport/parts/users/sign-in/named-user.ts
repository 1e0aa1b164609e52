import { EngineError } from "../../../../engine/internal.ts";
import { equal, or, type StoredUser, type Users } from "../users.ts";

/** A user: an entry with a documentId, id, username or email; or one of these alone. */
export type UserName = number | string | object;

/** Headers of a signed-in user, for `fetch` and the like. A type, so that it is a record of texts. */
export type SignedIn = {
  readonly Authorization: string;
};

/** @throws EngineError `not-found`. */
export function namedUser(users: Users, named: UserName): StoredUser {
  const user = found(users, named);
  if (user !== null) return user;
  throw new EngineError("not-found", `There is no user ${JSON.stringify(named)}`);
}

function found(users: Users, named: unknown): StoredUser | null {
  if (typeof named === "number") return users.byId(named);
  if (typeof named === "string") {
    const byName = users.where(or(equal("username", named), equal("email", named.toLowerCase())));
    return byName ?? users.byKey(named);
  }
  if (typeof named !== "object" || named === null) return null;
  const { documentId, id, username, email } = named as { readonly [key: string]: unknown };
  return found(users, documentId ?? id ?? username ?? email);
}
