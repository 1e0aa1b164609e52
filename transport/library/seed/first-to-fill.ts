import type { Store } from "../../../storage/internal.ts";

/**
 * Whether what is to fill a store still may, asked when its turn comes: of many nodes that find a shared log empty only one
 * fills it. A store that is alone is filled whenever it is asked to be.
 */
export function firstToFill(store: Store): () => boolean {
  const wasEmpty = store.engine.number === 0;
  return () => !store.opened.shared || !wasEmpty || store.engine.number === 0;
}
