import type { Store } from "../../../storage/core.ts";

/**
 * Whether a task that fills a store may still do so, checked when its turn comes: of many nodes that find a shared log
 * empty, only one fills it. A store of one process is filled whenever it is asked to be.
 */
export function seedGuard(store: Store): () => boolean {
  const wasEmpty = store.engine.number === 0;
  return () => !store.opened.shared || !wasEmpty || store.engine.number === 0;
}
