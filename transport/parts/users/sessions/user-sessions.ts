import type { RefreshCookie } from "./refresh-cookie.ts";
import type { RefreshTokens } from "./refresh-tokens.ts";

/** The dependencies of the session routes, if there are sessions. */
export interface UserSessions {
  readonly tokens: RefreshTokens;
  readonly cookie: RefreshCookie;
}
