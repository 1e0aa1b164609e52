import { invariant } from "../../error.ts";
import { anchorsFirst } from "./anchors-first.ts";
import { type KeyNode, LinkedKeys } from "./linked-keys.ts";
import type { Naming, Placing } from "./placing.ts";

/**
 * The list with some documents connected, in Strapi's order (writes, §12.4): each at its place, after its anchor has
 * been placed. A document that is in the list already is moved. The start is the place before the first key in
 * `lookedAt`, which contains all anchors, or before the first of all.
 *
 * @throws EngineError `validation` if an anchor cannot be found, a document has two places, or documents are anchored
 *   in a circle.
 */
export function arrange(
  list: readonly string[],
  connected: readonly Placing[],
  naming: Naming,
  lookedAt?: ReadonlySet<string>,
): string[] {
  const keys = new LinkedKeys(list);
  const placed = new Set<string>();
  let start = firstSeen(keys.first);
  for (const placing of anchorsFirst(list, connected, naming)) {
    const old = keys.at(placing.key);
    if (old !== undefined) {
      if (old === start) start = firstSeen(old.next);
      keys.remove(old);
    }
    const node = keys.insert(placing.key, nodeBehind(placing.place));
    placed.add(placing.key);
    if (start === null || node.next === start) start = node;
  }
  return keys.toArray();

  function firstSeen(from: KeyNode): KeyNode | null {
    for (let node = from; node !== keys.end; node = node.next) {
      if (lookedAt === undefined || lookedAt.has(node.key) || placed.has(node.key)) return node;
    }
    return null;
  }

  function nodeBehind(place: Placing["place"]): KeyNode {
    if ("at" in place) return place.at === "end" ? keys.end : (start ?? keys.first);
    const anchor = keys.at("before" in place ? place.before : place.after);
    invariant(anchor !== undefined, "anchors come first");
    return "before" in place ? anchor : anchor.next;
  }
}
