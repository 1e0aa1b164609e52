import { createHash, randomBytes } from "node:crypto";

/** Milliseconds for which a code is valid. */
const LIFETIME = 60 * 60 * 1000;

const RANDOM_BYTES = 58;
const TIME_BYTES = 6;

/** 128 hexadecimal digits, as in Strapi; the last 12 are its expiry time. */
export function newResetCode(now: number): string {
  const code = Buffer.alloc(RANDOM_BYTES + TIME_BYTES);
  randomBytes(RANDOM_BYTES).copy(code);
  code.writeUIntBE(now + LIFETIME, RANDOM_BYTES, TIME_BYTES);
  return code.toString("hex");
}

/** In bytes. */
const CONFIRMATION_BYTES = 20;

/** 40 hexadecimal digits, valid until another code is made. */
export function newConfirmationCode(): string {
  return randomBytes(CONFIRMATION_BYTES).toString("hex");
}

/** The stored form of a code: reading it reveals neither the code nor its expiry time. */
export function storedForm(code: string): string {
  return `sha256:${createHash("sha256").update(code).digest("hex")}`;
}

/** Whether a code has expired. Its stored hash proves that the expiry time was not changed. */
export function hasEnded(code: string, now: number): boolean {
  const bytes = Buffer.from(code, "hex");
  return bytes.length !== RANDOM_BYTES + TIME_BYTES || bytes.readUIntBE(RANDOM_BYTES, TIME_BYTES) <= now;
}
