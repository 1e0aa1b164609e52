import { errorCode, isError } from "../../../storage/internal.ts";

/** The text of whatever was thrown; of what is not there, without the system's words for it. */
export function readFailure(thrown: unknown): string {
  if (isMissing(thrown)) return "there is no such file or folder";
  return isError(thrown) ? thrown.message : "what was thrown is no error";
}

function isMissing(thrown: unknown): boolean {
  // Modules that cannot be resolved have a code of their own.
  return errorCode(thrown) === "ENOENT";
}
