import { createHmac, timingSafeEqual } from "node:crypto";
import { isRecord, type UnknownRecord } from "../../../engine/internal.ts";

/** What a token says: whose it is, until when, in epoch seconds, and for which password it was given. */
export interface Claims {
  readonly id: number;
  readonly exp: number;
  /** Null in tokens of others with the same secret, such as a Strapi's. */
  readonly stamp: string | null;
}

/** `{"alg":"HS256","typ":"JWT"}`, the only header that is written, and by its bytes the only one that is taken. */
const HEADER = Buffer.from('{"alg":"HS256","typ":"JWT"}').toString("base64url");

/** 132 bits. */
const STAMP_LENGTH = 22;

/**
 * Tokens in the form of Strapi's (RFC 7519, signed with HMAC-SHA-256), made and checked at once: who calls is asked
 * before anything else, also of a request whose body has not come yet. No other algorithm is known here, so no token can
 * choose one.
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

  /** Null for a text that is no token, or not signed with this secret. Whether its time is over is not looked at. */
  verify(token: string): Claims | null {
    const claims = this.verifyClaims(token);
    return claims === null ? null : claimsIn(claims);
  }

  /** The same of a token with any claims. */
  verifyClaims(token: string): UnknownRecord | null {
    const [header, payload, signature, ...more] = token.split(".");
    if (header !== HEADER || payload === undefined || signature === undefined || more.length > 0) return null;
    const expected = this.#signature(`${header}.${payload}`);
    const given = Buffer.from(signature, "base64url");
    // Several texts can encode the same bytes; only one of them is a signature.
    if (given.toString("base64url") !== signature) return null;
    if (given.byteLength !== expected.byteLength || !timingSafeEqual(given, expected)) return null;
    return recordIn(payload);
  }

  /** Binds a token to a password, by its hash: another password has another stamp, which reveals nothing of either. */
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

/** What was signed is ours, but may be from another version or another server with the same secret. */
function recordIn(payload: string): UnknownRecord | null {
  try {
    const claims: unknown = JSON.parse(Buffer.from(payload, "base64url").toString());
    return isRecord(claims) ? claims : null;
  } catch {
    return null;
  }
}
