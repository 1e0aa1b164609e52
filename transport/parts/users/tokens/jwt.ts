import { createHmac, timingSafeEqual } from "node:crypto";
import { isRecord, type UnknownRecord } from "../../../../engine/internal.ts";

/** The claims of a token: its user, its expiry time in epoch seconds, and the password that it was issued for. */
export interface Claims {
  readonly id: number;
  readonly exp: number;
  /** Null in tokens of another server with the same secret, such as a Strapi's. */
  readonly stamp: string | null;
}

/**
 * `{"alg":"HS256","typ":"JWT"}`, the only header that is written, and the only one that is accepted, compared by its
 * bytes.
 */
const HEADER = Buffer.from('{"alg":"HS256","typ":"JWT"}').toString("base64url");

/** In base64url characters: 132 bits. */
const STAMP_LENGTH = 22;

/**
 * JSON Web Tokens like Strapi's (RFC 7519, signed with HMAC-SHA-256). They are signed and verified synchronously,
 * because the caller is identified first, even before a request's body has arrived. No other algorithm is implemented,
 * so a token cannot choose one.
 */
export class Jwt {
  readonly #secret: string;

  constructor(secret: string) {
    this.#secret = secret;
  }

  /** Times in epoch seconds. */
  sign(id: number, stamp: string, issuedAt: number, expiresAt: number): string {
    return this.signClaims({ id, stamp, iat: issuedAt, exp: expiresAt });
  }

  signClaims(claims: object): string {
    const payload = Buffer.from(JSON.stringify(claims)).toString("base64url");
    return `${HEADER}.${payload}.${this.#signature(`${HEADER}.${payload}`).toString("base64url")}`;
  }

  /** Null for a text that is not a token or was not signed with this secret. The expiry time is not checked. */
  verify(token: string): Claims | null {
    const claims = this.verifyClaims(token);
    return claims === null ? null : claimsIn(claims);
  }

  /** Like `verify`, for a token with any claims. */
  verifyClaims(token: string): UnknownRecord | null {
    const [header, payload, signature, ...more] = token.split(".");
    if (header !== HEADER || payload === undefined || signature === undefined || more.length > 0) return null;
    const expected = this.#signature(`${header}.${payload}`);
    const given = Buffer.from(signature, "base64url");
    // Several texts decode to the same bytes; only the canonical one is accepted.
    if (given.toString("base64url") !== signature) return null;
    if (given.byteLength !== expected.byteLength || !timingSafeEqual(given, expected)) return null;
    return recordIn(payload);
  }

  /**
   * Binds a token to a password through the password's hash: another password gives another stamp. The stamp reveals
   * neither.
   */
  stampOf(hash: string | null): string {
    return this.#signature(`password ${hash}`).toString("base64url").slice(0, STAMP_LENGTH);
  }

  #signature(text: string): Buffer {
    return createHmac("sha256", this.#secret).update(text).digest();
  }
}

function claimsIn(claims: UnknownRecord): Claims | null {
  const { id, exp, stamp } = claims;
  if (!Number.isSafeInteger(id) || typeof exp !== "number") return null;
  return { id: Number(id), exp, stamp: typeof stamp === "string" ? stamp : null };
}

/** The payload was signed here, but may come from another version or another server with the same secret. */
function recordIn(payload: string): UnknownRecord | null {
  try {
    const claims: unknown = JSON.parse(Buffer.from(payload, "base64url").toString());
    return isRecord(claims) ? claims : null;
  } catch {
    return null;
  }
}
