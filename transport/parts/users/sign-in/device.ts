import type { UnknownRecord } from "../../../../engine/internal.ts";
import { BodyChecks, own } from "../../../contract/body-checks.ts";
import type { HttpRequest } from "../../../http/port.ts";
import type { Device } from "../tokens/user-tokens.ts";

/** In characters. */
const MAX_LENGTH = 255;

/**
 * The device that a request comes from. As in Strapi, a value that is not a text is ignored. Throws EngineError
 * `validation`.
 */
export function deviceIn(body: UnknownRecord, request: HttpRequest): Device & { readonly id: string | null } {
  const given = own(body, "deviceId");
  const id = typeof given === "string" && given !== "" ? given : null;
  const checks = new BodyChecks();
  if (id !== null && id.length > MAX_LENGTH) {
    checks.report(["deviceId"], `deviceId must be at most ${MAX_LENGTH} characters`);
  }
  checks.finish();
  return { id, userAgent: request.header("user-agent") };
}
