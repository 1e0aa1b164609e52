import { type ContentType, isRecord } from "../../engine/internal.ts";
import { definedAttributes } from "../contract/model/defined-attributes.ts";
import { noteWritten } from "../contract/written-before.ts";
import type { ContentTypeView, HookAction, HookContext, HookParams } from "./hook.ts";
import type { HookOrigin } from "./hook-origin.ts";
import { withinScope } from "./hook-scope.ts";
import type { HookLimits, RegisteredHook } from "./hooks.ts";
import { thrownByOwnCode } from "./own-error.ts";
import { withinTime } from "./within-time.ts";

/** A call with the hooks around it. */
export interface HookedCall {
  readonly chain: readonly RegisteredHook[];
  readonly type: ContentType;
  readonly action: HookAction;
  readonly params: HookParams;
  readonly origin: HookOrigin;
  /** The error that the caller is told for a hook's error; by default the same. */
  readonly told?: (error: unknown) => unknown;
}

/**
 * Runs the hooks around a call, the outermost first, and `core` within the last of them.
 *
 * @throws errors of hooks and `core` (rejected), Strapi's as EngineErrors; Error for hooks that take too long, or call
 * `next()` twice. An error after a write says so (`writtenBefore`).
 */
export function runHooks(
  limits: HookLimits,
  { chain, type, action, params, origin, told = (error) => error }: HookedCall,
  core: (params: HookParams) => Promise<unknown>,
): Promise<unknown> {
  const call = `${type.uid} ${action}`;
  const { wait: _, ...shown } = origin;
  const ended = new AbortController();
  const context: HookContext = {
    uid: type.uid,
    contentType: viewOf(type),
    action,
    params: { ...params },
    ...shown,
    signal: ended.signal,
  };
  const running: RegisteredHook[] = [];
  let written: string | null = null;
  const { within = (work) => work() } = limits;
  return within(() =>
    withinScope(call, origin, async () => {
      try {
        return await withinTime(limits.timeout, run(0), () => {
          const error = new Error(`A hook of ${call} took longer than ${limits.timeout} ms${placeOf(running.at(-1))}`);
          ended.abort(error);
          return error;
        });
      } catch (error) {
        if (written !== null) noteWritten(error, written);
        throw error;
      }
    }),
  );

  async function run(at: number): Promise<unknown> {
    const hook = chain[at];
    if (hook === undefined) return runCore();
    let isCalled = false;
    const next = () => {
      if (isCalled) throw new Error(`next() was called twice in a hook of ${call}${placeOf(hook)}`);
      isCalled = true;
      ended.signal.throwIfAborted();
      return run(at + 1);
    };
    const end = await limits.turns.take(hook, call);
    running.push(hook);
    try {
      return await hook.run(context, next);
    } catch (error) {
      throw told(thrownByOwnCode(error));
    } finally {
      running.pop();
      end();
    }
  }

  async function runCore(): Promise<unknown> {
    const result = await core(context.params);
    if (!READS.has(action) && isRecord(result)) written = String(result.documentId);
    return result;
  }
}

const READS: ReadonlySet<HookAction> = new Set<HookAction>(["findMany", "findOne", "findFirst", "count"]);

function placeOf(hook: RegisteredHook | undefined): string {
  return hook === undefined || hook.place === "" ? "" : ` (${hook.place})`;
}

function viewOf(type: ContentType): ContentTypeView {
  const { uid, kind, singularName, pluralName, displayName, draftAndPublish } = type;
  return {
    uid,
    kind: kind === "single" ? "singleType" : "collectionType",
    modelName: singularName,
    info: { singularName, pluralName, displayName },
    options: { draftAndPublish },
    get attributes() {
      return definedAttributes(type);
    },
  };
}
