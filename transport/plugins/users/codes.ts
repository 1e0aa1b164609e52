import { createHash, randomBytes } from "node:crypto";

/** Milliseconds for which a code is good. */
const LIFETIME = 60 * 60 * 1000;

const RANDOM_BYTES = 58;
const TIME_BYTES = 6;

/** 128 hexadecimal digits, as Strapi's have; the last of them are the time at which it ends. */
export function newResetCode(now: number): string {
  const code = Buffer.alloc(RANDOM_BYTES + TIME_BYTES);
  randomBytes(RANDOM_BYTES).copy(code);
  code.writeUIntBE(now + LIFETIME, RANDOM_BYTES, TIME_BYTES);
  return code.toString("hex");
}

/** Bytes. */
const CONFIRMATION_BYTES = 20;

/** 40 hexadecimal digits, good until another is made. */
export function newConfirmationCode(): string {
  return randomBytes(CONFIRMATION_BYTES).toString("hex");
}

/** What is stored of a code: nobody who reads it learns the code, nor when it ends. */
export function storedForm(code: string): string {
  return `sha256:${createHash("sha256").update(code).digest("hex")}`;
}

/** Whether the time of a code is over. What is stored proves that nobody has changed it. */
export function hasEnded(code: string, now: number): boolean {
  const bytes = Buffer.from(code, "hex");
  return bytes.length !== RANDOM_BYTES + TIME_BYTES || bytes.readUIntBE(RANDOM_BYTES, TIME_BYTES) <= now;
}
