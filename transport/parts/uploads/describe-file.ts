import { basename, extname } from "node:path";
import { EngineError } from "../../../engine/internal.ts";
import { isFileName } from "../../../storage/core.ts";
import { isDeviceName } from "../../runtime/is-device-name.ts";
import type { FileInfo } from "./file-info.ts";
import type { SentFile } from "./receiving/sent-file.ts";
import { extensionOf, uploadedType } from "./serving/media-type.ts";
import { slug } from "./slug.ts";

/** The values of a file's entry that are derived from its bytes and its name. */
export interface Description {
  readonly name: string;
  readonly ext: string;
  readonly mime: string;
  /** In thousands of bytes, to two decimals. */
  readonly size: number;
  readonly width: number | null;
  readonly height: number | null;
}

/** @throws EngineError `application` for a name that is not valid on every system */
export function describeFile({ name, mediaType, picture, received }: SentFile, info: FileInfo): Description {
  assertName(name);
  const extension = extname(name);
  const mime = uploadedType(extension, mediaType, picture?.mediaType ?? null);
  return {
    name: (info.name || name).normalize(),
    ext: extension || extensionOf(mime),
    mime,
    size: kilobytes(received.size),
    width: picture?.width ?? null,
    height: picture?.height ?? null,
  };
}

/** In thousands of bytes, to two decimals. */
export function kilobytes(bytes: number): number {
  return Math.round(bytes / 10) / 100;
}

/**
 * The name of the stored bytes, without the extension: readable, and made unique by `chance`, a few random bytes.
 *
 * @throws EngineError `application` for an extension that no file can have.
 */
export function hashOf({ name, ext }: Description, chance: Uint8Array): string {
  const hash = `${slug(basename(name, ext))}_${Buffer.from(chance).toString("hex")}`;
  if (!isFileName(hash + ext)) throw badName();
  return hash;
}

const RESERVED = /[<>:"/\\|?*\p{Cc}]/u;

function assertName(name: string): void {
  if (name === "" || name.length > 255 || RESERVED.test(name) || isDeviceName(name)) throw badName();
}

function badName(): EngineError {
  return new EngineError("application", "File name contains invalid characters");
}
