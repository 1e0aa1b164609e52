import type { Store } from "../../../../storage/core.ts";
import { type Lifespans, RefreshTokens } from "../sessions/refresh-tokens.ts";
import { StoredSessions } from "../sessions/stored-sessions.ts";
import type { Users } from "../users.ts";
import type { Jwt } from "./jwt.ts";
import { SingleTokens } from "./single-tokens.ts";

export interface TokenSettings {
  /** Seconds for which a single token is valid. */
  readonly expiresIn: number;
  /** Null: users have single tokens. */
  readonly sessions: { readonly lifespans: Lifespans } | null;
}

/** The tokens of the users of a store. `now`: epoch milliseconds. */
export function tokensOfUsers(
  { expiresIn, sessions }: TokenSettings,
  jwt: Jwt,
  store: Store,
  users: Users,
  now: () => number,
): SingleTokens | RefreshTokens {
  if (sessions === null) return new SingleTokens(jwt, expiresIn, now);
  return new RefreshTokens({ ...sessions, jwt, users, sessions: new StoredSessions(store), now });
}
