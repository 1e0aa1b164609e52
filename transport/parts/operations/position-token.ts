import { type Cipher, createCipheriv, createDecipheriv, createHash, type Decipher } from "node:crypto";
import type { Position } from "../../../storage/core.ts";

const CIPHER = "aes-128-ecb";
const TOKEN = /^[\w-]{22}$/;
/** How many bytes of the block identify the log. The others hold the position. */
const MARK = 8;

/**
 * Encodes positions of one log as tokens that do not reveal the number of writes. Each is one AES block, encrypted with
 * a key derived from the log's id, which all nodes know and no caller does.
 */
export class PositionTokens {
  // Blocks of ECB do not depend on each other, so one cipher encrypts all of them; making one takes longer than its use.
  readonly #cipher: Cipher;
  readonly #decipher: Decipher;
  readonly #mark: Buffer;

  constructor(logId: string) {
    const key = digestOf(`key of ${logId}`).subarray(0, 16);
    this.#cipher = createCipheriv(CIPHER, key, null).setAutoPadding(false);
    this.#decipher = createDecipheriv(CIPHER, key, null).setAutoPadding(false);
    this.#mark = digestOf(`mark of ${logId}`).subarray(0, MARK);
  }

  tokenOf(position: Position): string {
    const block = Buffer.alloc(16);
    this.#mark.copy(block);
    block.writeBigUInt64BE(BigInt(position), MARK);
    return this.#cipher.update(block).toString("base64url");
  }

  /** Null if it is not a token of this log. */
  positionOf(token: string): Position | null {
    if (!TOKEN.test(token)) return null;
    const block = this.#decipher.update(Buffer.from(token, "base64url"));
    return block.subarray(0, MARK).equals(this.#mark) ? Number(block.readBigUInt64BE(MARK)) : null;
  }
}

function digestOf(text: string): Buffer {
  return createHash("sha256").update(text).digest();
}
