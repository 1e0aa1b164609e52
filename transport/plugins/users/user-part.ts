import type { Guessing } from "../../access/rate-limit.ts";
import type { ManagingUsers } from "./managing-users.ts";
import type { Sessions } from "./session.ts";
import type { SigningIn } from "./signing-in.ts";
import type { Users } from "./users.ts";

/** Users and what can be done with them, whatever the protocol. */
export interface UserPart {
  readonly users: Users;
  readonly signingIn: SigningIn;
  readonly managing: ManagingUsers;
  readonly sessions: Sessions;
  readonly guessing: Guessing;
}
