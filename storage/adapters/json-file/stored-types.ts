import { closeSync, openSync, readSync } from "node:fs";

/** The sequences are near the beginning of the file; content types that had entries have one each. */
const HEAD_BYTES = 65_536;

/**
 * The uids of the content types that a JSON file contains or contained entries of, read from its first bytes; empty if
 * there is no file, or it does not have this form.
 */
export function storedTypes(path: string): readonly string[] {
  const [, sequences = ""] = /"sequences":\s*\{([^}]*)/.exec(headOf(path)) ?? [];
  return Array.from(sequences.matchAll(/"([a-z]+::[^"]+)":/g), ([, uid = ""]) => uid);
}

function headOf(path: string): string {
  try {
    const file = openSync(path, "r");
    try {
      const bytes = Buffer.alloc(HEAD_BYTES);
      return bytes.toString("utf8", 0, readSync(file, bytes, 0, HEAD_BYTES, 0));
    } finally {
      closeSync(file);
    }
  } catch {
    return "";
  }
}
