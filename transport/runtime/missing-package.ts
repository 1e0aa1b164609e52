import { errorCode } from "../../storage/core.ts";

/** Whether an import failed because the package is not installed. */
export function isMissingPackage(error: unknown): boolean {
  const code = errorCode(error);
  // Codes of `import` and of `require`.
  return code === "ERR_MODULE_NOT_FOUND" || code === "MODULE_NOT_FOUND";
}
