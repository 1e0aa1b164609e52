import type { KnownCaller } from "../access/caller.ts";
import type { HookCaller, HookSource, RequestView } from "./hook.ts";
import type { HookOrigin } from "./hook-origin.ts";
import { WriteWait } from "./write-wait.ts";

/** The origin of calls that a request over HTTP makes. */
export function requestOrigin(caller: KnownCaller, source: HookSource, request: RequestView): HookOrigin {
  return { caller: hookCaller(caller), source, request, wait: new WriteWait() };
}

/** A caller as hooks see it. */
function hookCaller(caller: KnownCaller): HookCaller {
  if (caller.kind === "user") return { kind: "user", id: caller.id };
  return caller.kind === "token" ? { kind: "token", name: caller.name } : { kind: "public" };
}
