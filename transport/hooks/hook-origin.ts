import type { ContentType, Query, ReadContext } from "../../engine/internal.ts";
import type { KnownCaller } from "../access/caller.ts";
import type { DocumentCalls, HookCaller, HookSource, RequestView } from "./hook.ts";
import { WriteWait } from "./write-wait.ts";

/** Who makes a call, and how it came in. */
export interface HookOrigin {
  readonly caller: HookCaller;
  readonly source: HookSource;
  readonly request?: RequestView;
  /** Shared by all writes of a request; absent where each write waits for itself. */
  readonly wait?: WriteWait;
}

export const PROCESS: HookOrigin = { caller: { kind: "process" }, source: "process" };

/** The origin of calls that a request over HTTP makes. */
export function requestOrigin(caller: KnownCaller, source: HookSource, request: RequestView): HookOrigin {
  return { caller: hookCaller(caller), source, request, wait: new WriteWait() };
}

/** A caller as hooks see it. */
function hookCaller(caller: KnownCaller): HookCaller {
  if (caller.kind === "user") return { kind: "user", id: caller.id };
  return caller.kind === "token" ? { kind: "token", name: caller.name } : { kind: "public" };
}

/** The Document Service of a content type without hooks, with this way of reading, for the writes of this caller. */
export type DocumentsOf = (
  type: ContentType,
  reading: (query: Query) => ReadContext,
  origin: HookOrigin,
) => DocumentCalls;
