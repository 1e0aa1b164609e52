import type { StoredUser } from "../users.ts";
import type { Jwt } from "./jwt.ts";
import type { IssuedTokens, UserClaims, UserTokens } from "./user-tokens.ts";

/**
 * Stateless tokens, Strapi's `legacy-support`: each sign-in gets one token that is valid until it expires; nothing is
 * stored.
 */
export class SingleTokens implements UserTokens {
  readonly #jwt: Jwt;
  readonly #expiresIn: number;
  readonly #now: () => number;

  /** `expiresIn` in seconds, `now` in epoch milliseconds. */
  constructor(jwt: Jwt, expiresIn: number, now: () => number) {
    this.#jwt = jwt;
    this.#expiresIn = expiresIn;
    this.#now = now;
  }

  async issue({ id, password }: StoredUser): Promise<IssuedTokens> {
    const issuedAt = Math.floor(this.#now() / 1000);
    const stamp = this.#jwt.stampOf(password);
    return { jwt: this.#jwt.sign(id, stamp, issuedAt, issuedAt + this.#expiresIn), refreshToken: null };
  }

  reissue(user: StoredUser): Promise<IssuedTokens> {
    return this.issue(user);
  }

  claimsIn(token: string): UserClaims | null {
    const claims = this.#jwt.verify(token);
    return claims === null ? null : { ...claims, session: null };
  }

  isActive(): boolean {
    return false;
  }
}
