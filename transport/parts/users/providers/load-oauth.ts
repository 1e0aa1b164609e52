import { isMissingPackage } from "../../../runtime/missing-package.ts";

/** The client library of OAuth 2; null if it is not installed. Bundlers let a package be absent only within `try`. */
export async function loadOauth(): Promise<typeof import("oauth4webapi") | null> {
  try {
    return await import("oauth4webapi");
  } catch (error) {
    if (!isMissingPackage(error)) throw error;
    return null;
  }
}
