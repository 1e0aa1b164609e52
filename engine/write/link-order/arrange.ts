import { invariant } from "../../error.ts";
import { anchorsFirst } from "./anchors-first.ts";
import { type KeyNode, LinkedKeys } from "./linked-keys.ts";
import type { Naming, Placing } from "./placing.ts";

/**
 * The list with some documents connected, in Strapi's order (writes, §12.4): each at its place, after the one it is
 * placed beside. A document that is in the list already moves. The start is before the first that is among
 * `lookedAt`, which names all anchors, or the first of all. Throws when an anchor is nowhere to be found, when one
 * document is to go to two places, and when documents are placed beside each other in a circle.
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
