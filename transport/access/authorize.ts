import { ACTIONS, type Action, EngineError, type Schema } from "../../engine/internal.ts";
import type { Profile } from "../contract/profiles/profile.ts";
import type { HttpRequest } from "../http/port.ts";
import type { FindCaller, KnownCaller } from "./caller.ts";
import { GrantedRequest } from "./granted-request.ts";

/**
 * The caller, if it may perform this action on the content type with this uid. Credentials are checked before
 * permission, and both before everything else (reads, §1). Throws EngineError `unauthorized`, `forbidden`.
 */
export type Authorize = (request: HttpRequest, type: string, action: Action) => KnownCaller;

export interface AuthorizeOptions {
  readonly schema: Schema;
  readonly profile: Profile;
  readonly findCaller: FindCaller;
  /** Visitors can sign in. */
  readonly mayVisitorsSignIn: boolean;
}

export function createAuthorize({ schema, profile, findCaller, mayVisitorsSignIn }: AuthorizeOptions): Authorize {
  return (request, type, action) => {
    const caller = knownCaller(findCaller, request);
    if (caller.access.may(type, action) || request instanceof GrantedRequest) return caller;
    if (caller.kind === "public" && asksForCredentials()) {
      throw new EngineError("unauthorized", "Missing or invalid credentials");
    }
    throw new EngineError("forbidden", "Forbidden");
  };

  /** Whether a visitor without a right gets 401, to sign in, or 403. */
  function asksForCredentials(): boolean {
    if (profile.missingCredentials === "unauthorized") return true;
    if (mayVisitorsSignIn) return false;
    const visitor = findCaller(undefined);
    if (visitor.kind === "unauthorized") return true;
    return ![...schema.types.keys()].some((type) => ACTIONS.some((action) => visitor.access.may(type, action)));
  }
}

/** @throws EngineError `unauthorized` */
export function knownCaller(findCaller: FindCaller, request: HttpRequest): KnownCaller {
  if (request instanceof GrantedRequest) return request.caller;
  const caller = findCaller(request.header("authorization"));
  if (caller.kind === "unauthorized") throw new EngineError("unauthorized", caller.message);
  return caller;
}
