import type { Guessing } from "../../access/rate-limit.ts";
import type { PlainEntries } from "../../contract/plain-entries.ts";
import type { ManagingUsers } from "./managing-users.ts";
import type { Connecting } from "./providers/connecting.ts";
import type { UserSessions } from "./sessions/user-sessions.ts";
import type { SigningIn } from "./signing-in.ts";
import type { UserTokens } from "./user-tokens.ts";
import type { Users } from "./users.ts";

/** Users and what can be done with them, whatever the protocol. */
export interface UserPart {
  readonly users: Users;
  readonly entries: PlainEntries;
  readonly signingIn: SigningIn;
  readonly managing: ManagingUsers;
  readonly tokens: UserTokens;
  /** Null where users have no sessions, but single tokens. */
  readonly sessions: UserSessions | null;
  /** Users that others have signed in. */
  readonly connecting: Connecting;
  readonly guessing: Guessing;
}
