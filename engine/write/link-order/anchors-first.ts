import { EngineError } from "../../error.ts";
import { anchorOf, type Naming, type Placing } from "./placing.ts";

/** Topological order: a document that is placed beside another one of the same write comes after that one. */
export function anchorsFirst(list: readonly string[], connected: readonly Placing[], naming: Naming): Placing[] {
  const present = new Set(list);
  const byKey = onePlaceEach(connected, naming);
  const done = new Set<string>();
  const ordered: Placing[] = [];
  for (const placing of byKey.values()) {
    for (const each of chainFrom(placing).reverse()) ordered.push(each);
  }
  return ordered;

  /**
   * The placing and the chain of anchors that it waits for. Iterative, because the caller decides how long the chain
   * is.
   */
  function chainFrom(first: Placing): Placing[] {
    const chain: Placing[] = [];
    const waiting = new Set<string>();
    for (let placing = first; ; ) {
      const anchor = anchorOf(placing);
      waiting.add(placing.key);
      if (anchor !== null && waiting.has(anchor)) throw new EngineError("validation", CIRCLE);
      if (done.has(placing.key)) return chain;
      done.add(placing.key);
      chain.push(placing);
      if (anchor === null || present.has(anchor)) return chain;
      const needed = byKey.get(anchor);
      if (needed === undefined) throw anchorMissing(placing, anchor, naming);
      placing = needed;
    }
  }
}

function onePlaceEach(connected: readonly Placing[], naming: Naming): ReadonlyMap<string, Placing> {
  const byKey = new Map<string, Placing>();
  for (const placing of connected) {
    const other = byKey.get(placing.key);
    if (other !== undefined && !isSamePlace(other.place, placing.place)) {
      const relation = `The relation with id ${naming.idOf(placing.key)}`;
      throw new EngineError(
        "validation",
        `${relation} is already connected. You cannot connect the same relation twice.`,
      );
    }
    byKey.set(placing.key, placing);
  }
  return byKey;
}

function isSamePlace(one: Placing["place"], other: Placing["place"]): boolean {
  if ("at" in one || "at" in other) return "at" in one && "at" in other && one.at === other.at;
  if ("before" in one) return "before" in other && one.before === other.before;
  return "after" in other && one.after === other.after;
}

const CIRCLE =
  "A circular reference was found in the connect array. One relation is trying to connect before/after another one that is trying to connect before/after it";

function anchorMissing({ key, place }: Placing, anchor: string, naming: Naming): EngineError {
  const beside = { ["before" in place ? "before" : "after"]: naming.idOf(anchor) };
  const position = JSON.stringify(naming.locale === null ? beside : { ...beside, locale: naming.locale });
  return new EngineError(
    "validation",
    `There was a problem connecting relation with id ${naming.idOf(key)} at position ${position}. The relation with id ${naming.idOf(anchor)} needs to be connected first.`,
  );
}
