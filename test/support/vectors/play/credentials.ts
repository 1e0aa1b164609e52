import type { Credentials } from "../format.ts";
import type { Server } from "./server.ts";

/** The Authorization header for a word of the vectors: none, or the token of that name. */
export function authorization(
  server: Server,
  auth: Credentials | undefined,
  scheme = "Bearer",
): Record<string, string> {
  if (auth === undefined || auth === "none") return {};
  return { authorization: `${scheme} ${auth === "bad" ? "not-a-token" : server.tokens[auth]}` };
}

/** The server can be asked with these credentials. */
export function hasCredentials(server: Server, auth: Credentials | undefined): boolean {
  return auth === undefined || auth === "none" || auth === "bad" || server.tokens[auth] !== undefined;
}
