import type { Guessing } from "../../access/rate-limit.ts";
import type { PlainEntries } from "../../contract/plain-entries.ts";
import type { ManagingUsers } from "./managing-users.ts";
import type { Connecting } from "./providers/connecting.ts";
import type { ManagingRoles } from "./roles/managing-roles.ts";
import type { PluginRights } from "./roles/plugin-rights.ts";
import type { UserSessions } from "./sessions/user-sessions.ts";
import type { SigningIn } from "./sign-in/signing-in.ts";
import type { UserTokens } from "./tokens/user-tokens.ts";
import type { Users } from "./users.ts";

/** Users and the operations on them, whatever the protocol. */
export interface UserPart {
  readonly users: Users;
  readonly entries: PlainEntries;
  readonly signingIn: SigningIn;
  readonly managing: ManagingUsers;
  /** Loaded when roles are managed. */
  readonly roles: () => Promise<ManagingRoles>;
  readonly tokens: UserTokens;
  readonly rights: PluginRights;
  /** Null if users have single tokens instead of sessions. */
  readonly sessions: UserSessions | null;
  /** Signs in users that a provider has authenticated. */
  readonly connecting: Connecting;
  readonly guessing: Guessing;
}
