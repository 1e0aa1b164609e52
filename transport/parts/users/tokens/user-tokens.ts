import type { Asked } from "../../../access/note-author.ts";
import type { StoredUser } from "../users.ts";
import type { Claims } from "./jwt.ts";

/** The claims of an access token. */
export interface UserClaims extends Claims {
  /** The session that it belongs to; null if there are no sessions. */
  readonly session: string | null;
}

/** The device on which a user signs in. */
export interface Device {
  /** The id that its program uses. */
  readonly id?: string | null;
  /** Its `User-Agent`. */
  readonly userAgent?: string | undefined;
}

export interface IssuedTokens {
  /** The access token. */
  readonly jwt: string;
  /** Can be exchanged for new tokens once the access token has expired; null if there are no sessions. */
  readonly refreshToken: string | null;
}

/** The tokens of signed-in users. Every method that writes rejects with EngineError. `asked`: none for the program. */
export interface UserTokens {
  issue(user: StoredUser, device: Device, asked?: Asked): Promise<IssuedTokens>;
  /** Like `issue`, after the user's password has changed: everything issued before becomes invalid. */
  reissue(user: StoredUser, device: Device, asked?: Asked): Promise<IssuedTokens>;
  /** Null for a text that is not a user's token, or was not signed here. The expiry time is not checked. */
  claimsIn(token: string): UserClaims | null;
  /** Whether a session has neither ended nor expired. */
  isActive(session: string): boolean;
}
