import { errorCode, isError } from "../../../../storage/core.ts";

/** The message of any thrown value; for a missing file, without the system's words. */
export function readFailure(thrown: unknown): string {
  if (isMissing(thrown)) return "there is no such file or folder";
  return isError(thrown) ? thrown.message : "the thrown value is not an error";
}

function isMissing(thrown: unknown): boolean {
  // Modules that cannot be resolved have a code of their own.
  return errorCode(thrown) === "ENOENT";
}
