import { HttpError } from "../../../http/http-error.ts";
import type { UploadOptions } from "../upload-options.ts";
import { assertAccepted } from "./accepted-types.ts";
import type { SentFile } from "./sent-file.ts";

/** @throws HttpError that names the first file that is too large; EngineError `validation` for a type of file. */
export function assertFits(
  { fileLimit, acceptedTypes }: Pick<UploadOptions, "fileLimit" | "acceptedTypes">,
  files: readonly SentFile[],
): void {
  const excess = files.find(({ received }) => received.size > fileLimit);
  if (excess !== undefined) {
    throw new HttpError("body too large", `${excess.name} exceeds size limit of ${readableSize(fileLimit)}.`);
  }
  assertAccepted(files, acceptedTypes);
}

const UNITS = ["Bytes", "KB", "MB", "GB", "TB"];

function readableSize(bytes: number): string {
  const power = Math.min(Math.floor(Math.log10(Math.max(bytes, 1)) / 3), UNITS.length - 1);
  return `${Math.round(bytes / 1000 ** power)} ${UNITS[power]}`;
}
