import { extname } from "node:path";
import mimeTypes from "mime-types";
import { EngineError } from "../../../../engine/internal.ts";
import { OCTETS, uploadedType } from "../serving/media-type.ts";
import type { SentFile } from "./sent-file.ts";

/** Media types that may be uploaded; `*` in one matches any text. */
export interface AcceptedTypes {
  /** Null allows all. */
  readonly allowed: readonly string[] | null;
  /** Takes precedence over `allowed`. */
  readonly denied: readonly string[];
}

/**
 * Checks every type that a file could be taken for: the one of its name, the one its sender declared and, for a
 * picture, the one of its bytes. None of them may be denied. The type that the file is stored with must be allowed, and
 * so must the type of a picture's bytes.
 *
 * @throws EngineError `validation` with the type of the first file that is refused.
 */
export function assertAccepted(files: readonly SentFile[], { allowed, denied }: AcceptedTypes): void {
  for (const { name, mediaType, picture } of files) {
    const extension = extname(name);
    const detected = picture?.mediaType ?? null;
    const declared = mediaType === OCTETS ? null : mediaType || null;
    const taken = [declared, mimeTypes.lookup(extension) || null, detected].filter((type) => type !== null);
    refuse(taken.find((type) => matches(type, denied)));
    if (allowed === null) continue;
    const kept = uploadedType(extension, mediaType, detected);
    refuse([detected ?? kept, kept].find((type) => !matches(type, allowed)));
  }
}

function refuse(type: string | undefined): void {
  if (type !== undefined) throw new EngineError("validation", `File type '${type}' is not allowed`);
}

function matches(type: string, patterns: readonly string[]): boolean {
  return patterns.some((pattern) => fits(type.toLowerCase(), pattern.toLowerCase()));
}

/** Wildcard matching: each part between two `*` is searched for after the end of the previous one. */
function fits(type: string, pattern: string): boolean {
  const [first = "", ...parts] = pattern.split("*");
  const last = parts.pop();
  if (last === undefined) return type === first;
  if (!type.startsWith(first)) return false;
  let end = first.length;
  for (const part of parts) {
    const at = type.indexOf(part, end);
    if (at === -1) return false;
    end = at + part.length;
  }
  return type.length - last.length >= end && type.endsWith(last);
}
