import { isAscii } from "node:buffer";

/** Decodes UTF-8. Most texts are ASCII, which a single copy decodes. */
export function textOf(bytes: Buffer): string {
  return bytes.toString(isAscii(bytes) ? "latin1" : "utf8");
}
