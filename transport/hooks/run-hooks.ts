import { type ContentType, isPromise, isRecord } from "../../engine/internal.ts";
import { definedAttributes } from "../contract/model/defined-attributes.ts";
import { noteWritten } from "../contract/written-before.ts";
import { after, promised } from "../runtime/maybe-later.ts";
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
  /** Makes the parameters, for hooks that look at them. */
  readonly params: () => HookParams;
  readonly origin: HookOrigin;
  /** The error that the caller is told for a hook's error; by default the same. */
  readonly told?: (error: unknown) => unknown;
}

/** The call itself, with the parameters as hooks have made them; null if none has looked at them. */
export type HookedCore = (params: HookParams | null) => unknown;

/**
 * Runs the hooks around a call, the outermost first, and `core` within the last of them.
 *
 * @throws errors of hooks and `core` (rejected), Strapi's as EngineErrors; Error for hooks that take too long, or call
 * `next()` twice. An error after a write says so (`writtenBefore`).
 */
export function runHooks(limits: HookLimits, call: HookedCall, core: HookedCore): Promise<unknown> {
  const { within } = limits;
  const run = () => {
    const running = new RunningHooks(limits, call, core);
    return withinScope(running.name, call.origin, () => running.result());
  };
  return within === undefined ? run() : within(run);
}

/**
 * The hooks of one call while they run. It makes no promise that is not needed: in a process with an AsyncLocalStorage each
 * one costs as much as a hook.
 */
class RunningHooks {
  /** As in `api::post.post create`. */
  readonly name: string;
  readonly #limits: HookLimits;
  readonly #call: HookedCall;
  readonly #core: HookedCore;
  readonly #context: HookContext;
  readonly #running: RegisteredHook[] = [];
  #params: HookParams | null = null;
  #written: string | null = null;
  #late: Error | null = null;
  /** Made when a hook asks for its signal: few do, and each costs more than the rest of the call. */
  #ended: AbortController | null = null;

  constructor(limits: HookLimits, call: HookedCall, core: HookedCore) {
    const { type, action } = call;
    this.name = `${type.uid} ${action}`;
    this.#limits = limits;
    this.#call = call;
    this.#core = core;
    this.#context = new CallContext(call, this);
  }

  result(): Promise<unknown> {
    // Its timer keeps the process alive. One for all calls would have to leave the event loop and come back around each.
    return withinTime(
      this.#limits.timeout,
      promised(() => this.#from(0)),
      () => this.#end(),
    );
  }

  #end(): Error {
    const place = placeOf(this.#running.at(-1));
    this.#late = new Error(`A hook of ${this.name} took longer than ${this.#limits.timeout} ms${place}`);
    this.#ended?.abort(this.#late);
    return this.#afterWrite(this.#late);
  }

  /** An error, noted as one after a write if there was one. */
  #afterWrite<E>(error: E): E {
    if (this.#written !== null) noteWritten(error, this.#written);
    return error;
  }

  /** Aborted when the time is over. */
  get signal(): AbortSignal {
    if (this.#ended === null) {
      this.#ended = new AbortController();
      if (this.#late !== null) this.#ended.abort(this.#late);
    }
    return this.#ended.signal;
  }

  get params(): HookParams {
    this.#params ??= this.#call.params();
    return this.#params;
  }

  set params(params: HookParams) {
    this.#params = params;
  }

  /** The hooks from this one on, and the call within them. */
  #from(at: number): unknown {
    const hook = this.#call.chain[at];
    if (hook === undefined) return this.#innermost();
    const turn = this.#limits.turns.take(hook, this.name);
    return turn === null ? this.#hook(hook, at) : turn.then(() => this.#hook(hook, at));
  }

  #hook(hook: RegisteredHook, at: number): unknown {
    this.#running.push(hook);
    const failed = (error: unknown) => {
      this.#leave(hook);
      const { told } = this.#call;
      const thrown = thrownByOwnCode(error);
      throw this.#afterWrite(told === undefined ? thrown : told(thrown));
    };
    let result: unknown;
    try {
      result = hook.run(this.#context, this.#next(hook, at + 1));
    } catch (error) {
      return failed(error);
    }
    if (isPromise(result)) {
      const settled = (value: unknown) => {
        this.#leave(hook);
        return value;
      };
      return Promise.resolve(result).then(settled, failed);
    }
    this.#leave(hook);
    return result;
  }

  #leave(hook: RegisteredHook): void {
    this.#running.pop();
    this.#limits.turns.give(hook);
  }

  #next(hook: RegisteredHook, at: number): () => Promise<unknown> {
    let isCalled = false;
    return () => {
      if (isCalled) throw new Error(`next() was called twice in a hook of ${this.name}${placeOf(hook)}`);
      isCalled = true;
      if (this.#late !== null) throw this.#late;
      return promised(() => this.#from(at));
    };
  }

  #innermost(): unknown {
    const result = this.#core(this.#params);
    if (READS.has(this.#call.action)) return result;
    return after(result, (written) => {
      if (isRecord(written)) this.#written = String(written.documentId);
      return written;
    });
  }
}

/** A call as its hooks see it. */
class CallContext implements HookContext {
  /** The same accessors for all contexts: some of its own would give each a hidden class of its own. */
  static readonly #OF_HOOKS: { readonly [name in "params" | "signal"]: PropertyDescriptor } & ThisType<CallContext> = {
    params: {
      enumerable: true,
      get() {
        return this.#hooks.params;
      },
      set(params: HookParams) {
        this.#hooks.params = params;
      },
    },
    signal: {
      enumerable: true,
      get() {
        return this.#hooks.signal;
      },
    },
  };

  readonly uid: string;
  readonly contentType: ContentTypeView;
  readonly action: HookAction;
  declare params: HookParams;
  readonly caller: HookContext["caller"];
  readonly source: HookContext["source"];
  declare readonly request?: NonNullable<HookContext["request"]>;
  declare readonly signal: AbortSignal;
  readonly #hooks: RunningHooks;

  constructor({ type, action, origin }: HookedCall, hooks: RunningHooks) {
    this.uid = type.uid;
    this.contentType = viewOf(type);
    this.action = action;
    this.caller = origin.caller;
    this.source = origin.source;
    if (origin.request !== undefined) this.request = origin.request;
    this.#hooks = hooks;
    // Takes half the time of `Object.defineProperties`.
    Reflect.defineProperty(this, "params", CallContext.#OF_HOOKS.params);
    Reflect.defineProperty(this, "signal", CallContext.#OF_HOOKS.signal);
  }
}

const READS: ReadonlySet<HookAction> = new Set<HookAction>(["findMany", "findOne", "findFirst", "count"]);

function placeOf(hook: RegisteredHook | undefined): string {
  return hook === undefined || hook.place === "" ? "" : ` (${hook.place})`;
}

/** All calls see the same view of a content type, as in Strapi. */
const views = new WeakMap<ContentType, ContentTypeView>();

function viewOf(type: ContentType): ContentTypeView {
  let view = views.get(type);
  if (view === undefined) {
    view = madeView(type);
    views.set(type, view);
  }
  return view;
}

function madeView(type: ContentType): ContentTypeView {
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
