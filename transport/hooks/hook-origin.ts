import type { ContentType, Query, ReadContext } from "../../engine/internal.ts";
import type { DocumentCalls, HookCaller, HookSource, RequestView } from "./hook.ts";
import type { WriteWait } from "./write-wait.ts";

/** Who makes a call, and how it came in. */
export interface HookOrigin {
  readonly caller: HookCaller;
  readonly source: HookSource;
  readonly request?: RequestView;
  /** Shared by all writes of a request; absent where each write waits for itself. */
  readonly wait?: WriteWait;
}

export const PROCESS: HookOrigin = { caller: { kind: "process" }, source: "process" };

/** The Document Service of a content type without hooks, with this way of reading, for the writes of this caller. */
export type DocumentsOf = (
  type: ContentType,
  reading: (query: Query) => ReadContext,
  origin: HookOrigin,
) => DocumentCalls;
