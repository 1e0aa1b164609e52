import { copyOf, type Query, type UnknownRecord } from "../../../../engine/internal.ts";
import type { DocumentCalls, HookAction, HookParams } from "../../../hooks/hook.ts";
import type { HookOrigin } from "../../../hooks/hook-origin.ts";
import { isSame } from "../../../hooks/left-alone.ts";
import { withoutText } from "../../../hooks/own-error.ts";
import { type HookedCore, runHooks } from "../../../hooks/run-hooks.ts";
import { promised } from "../../../runtime/maybe-later.ts";
import { callerReading } from "../read.ts";
import type { Call, ContentService } from "../service.ts";

/** A call of a route with one origin of all its calls of the Document Service. */
export interface HookedCall extends Call {
  readonly origin: HookOrigin;
}

/** Programs read drafts unless they say otherwise. */
export function statusOf({ statuses: [status] }: Query): Pick<HookParams, "status"> {
  return status === undefined ? {} : { status };
}

/** Runs hooks around a call. `core` gets the parameters as hooks have made them. */
export function around(
  service: ContentService,
  call: HookedCall,
  action: HookAction,
  params: object,
  core: (params: HookParams) => unknown,
): Promise<unknown> {
  const given = params as HookParams;
  return aroundUnseen(
    service,
    call,
    action,
    () => given,
    (seen) => core(seen ?? given),
  );
}

/** The same with parameters that are made for hooks that look at them; `core` gets null if no hook has changed any. */
export function aroundUnchanged(
  service: ContentService,
  call: HookedCall,
  action: HookAction,
  params: () => HookParams,
  core: HookedCore,
): Promise<unknown> {
  let copy: HookParams | null = null;
  const given = () => {
    const made = params();
    copy = copyOf(made);
    return made;
  };
  return aroundUnseen(service, call, action, given, (seen) => core(isSame(copy, seen) ? null : seen));
}

/** `core` gets null if no hook has looked at the parameters. */
function aroundUnseen(
  { hooks, profile }: ContentService,
  { type, origin }: HookedCall,
  action: HookAction,
  params: () => HookParams,
  core: HookedCore,
): Promise<unknown> {
  const chain = hooks.of(type.uid, action);
  if (chain.length === 0) return promised(() => core(null));
  const told = profile.ownRefusals === "hidden" ? { told: withoutText } : {};
  return runHooks(hooks.limits, { chain, type, action, params, origin, ...told }, core);
}

/** The parameters of the call, as hooks and the Document Service understand them. */
export function givenParams({ inFormat }: ContentService, { type, params }: Call): UnknownRecord {
  return inFormat(type, params());
}

/** The same for a read: with the configured `populate` if the call has none. */
export function askedParams(service: ContentService, call: Call): UnknownRecord {
  const { populates } = service;
  const { type } = call;
  const asked = givenParams(service, call);
  const populate = populates.get(type.uid);
  return populate === undefined || asked.populate !== undefined ? asked : { ...asked, populate };
}

/** Within the budgets of a caller, and with private attributes, as hooks see them. */
export function documentsOf(service: ContentService, { type, access, origin }: HookedCall): DocumentCalls {
  const reading = (query: Query) => ({ ...callerReading(service, query, access), audience: "service" as const });
  return service.documents(type, reading, origin);
}
