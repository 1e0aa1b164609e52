import type { RefreshCookie } from "./refresh-cookie.ts";
import type { RefreshTokens } from "./refresh-tokens.ts";

/** What the routes of sessions need, where there are any. */
export interface UserSessions {
  readonly tokens: RefreshTokens;
  readonly cookie: RefreshCookie;
}
