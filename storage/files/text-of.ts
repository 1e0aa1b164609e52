import { isAscii } from "node:buffer";

/** Bytes in UTF-8 as text. Most are ASCII, which one copy makes into text. */
export function textOf(bytes: Buffer): string {
  return bytes.toString(isAscii(bytes) ? "latin1" : "utf8");
}
