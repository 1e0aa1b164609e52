import type { ContentType, Entry } from "../../../engine/internal.ts";
import type { Store } from "../../../storage/core.ts";
import type { HookAction } from "../../hooks/hook.ts";
import { type HookOrigin, PROCESS } from "../../hooks/hook-origin.ts";
import type { Hooks } from "../../hooks/hooks.ts";
import { runHooks } from "../../hooks/run-hooks.ts";
import type { AffectedEntries, CloneResult, DocumentParams, OfDocument } from "./document-params.ts";
import { type DocumentContext, DocumentService } from "./document-service.ts";

/** The Document Service of a content type, with hooks around each call. */
export class HookedDocuments extends DocumentService {
  readonly #type: ContentType;
  readonly #hooks: Hooks;
  readonly #origin: HookOrigin;

  constructor(store: Store, type: ContentType, context: DocumentContext & { readonly hooks: Hooks }) {
    super(store, type, context);
    this.#type = type;
    this.#hooks = context.hooks;
    this.#origin = context.origin ?? PROCESS;
  }

  override findOne(params: OfDocument): Promise<Entry | null> {
    return this.#around("findOne", params, (given) => super.findOne(given));
  }

  override findFirst(params: DocumentParams = {}): Promise<Entry | null> {
    return this.#around("findFirst", params, (given) => super.findFirst(given));
  }

  override findMany(params: DocumentParams = {}): Promise<readonly Entry[]> {
    return this.#around("findMany", params, (given) => super.findMany(given));
  }

  override count(params: DocumentParams = {}): Promise<number> {
    return this.#around("count", params, (given) => super.count(given));
  }

  override create(params: DocumentParams): Promise<Entry> {
    return this.#around("create", params, (given) => super.create(given));
  }

  override update(params: OfDocument): Promise<Entry | null> {
    return this.#around("update", params, (given) => super.update(given));
  }

  override clone(params: OfDocument): Promise<CloneResult> {
    return this.#around("clone", params, (given) => super.clone(given));
  }

  override publish(params: OfDocument): Promise<AffectedEntries> {
    return this.#around("publish", params, (given) => super.publish(given));
  }

  override discardDraft(params: OfDocument): Promise<AffectedEntries> {
    return this.#around("discardDraft", params, (given) => super.discardDraft(given));
  }

  override unpublish(params: OfDocument): Promise<AffectedEntries> {
    return this.#around("unpublish", params, (given) => super.unpublish(given));
  }

  override delete(params: OfDocument): Promise<AffectedEntries> {
    return this.#around("delete", params, (given) => super.delete(given));
  }

  #around<P extends DocumentParams, R>(action: HookAction, params: P, core: (params: P) => Promise<R>): Promise<R> {
    const chain = this.#hooks.of(this.#type.uid, action);
    if (chain.length === 0) return core(params);
    const call = { chain, type: this.#type, action, params: () => ({ ...params }), origin: this.#origin };
    // The result of a hook takes the place of the call's, whatever it is.
    return runHooks(this.#hooks.limits, call, (given) => core((given ?? params) as P)) as Promise<R>;
  }
}
