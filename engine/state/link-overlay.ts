import type { Status } from "../document/version.ts";
import type { End, Relation } from "../links/relation.ts";
import type { Change } from "./commit.ts";
import type { LinkKey, NamedLink, View } from "./view.ts";

interface Pending {
  readonly relation: Relation;
  readonly layer: Status;
  readonly source: LinkKey;
  readonly target: string;
  /** Null: removed. */
  readonly link: NamedLink | null;
}

/** Links put and removed above a view, found from either end. */
export class LinkOverlay {
  readonly #base: View;
  readonly #pending = new Map<string, Pending>();
  /** Keys of pending links by each of their ends. */
  readonly #byEnd = new Map<string, Set<string>>();

  constructor(base: View) {
    this.#base = base;
  }

  links(relation: Relation, layer: Status, end: End, key: LinkKey): readonly NamedLink[] {
    const below = this.#base.links(relation, layer, end, key);
    const touched = this.#byEnd.get(endKey(relation, layer, end, key));
    if (touched === undefined) return below;
    const untouched = below.filter(({ source, target }) => !touched.has(linkKey(relation, layer, source, target)));
    const added = [...touched].flatMap((each) => this.#pending.get(each)?.link ?? []);
    return [...untouched, ...added].sort(end === "source" ? bySource : byTarget);
  }

  lastPlace(relation: Relation, layer: Status, end: End, key: LinkKey): number {
    // Places of links removed above are not looked for: a place too high does no harm.
    let last = this.#base.lastPlace(relation, layer, end, key);
    for (const each of this.#byEnd.get(endKey(relation, layer, end, key)) ?? []) {
      const link = this.#pending.get(each)?.link;
      if (link) last = Math.max(last, end === "source" ? link.inSource : link.inTarget);
    }
    return last;
  }

  put(relation: Relation, layer: Status, link: NamedLink): void {
    this.#set({ relation, layer, source: link.source, target: link.target, link });
  }

  remove(relation: Relation, layer: Status, source: LinkKey, target: string): void {
    this.#set({ relation, layer, source, target, link: null });
  }

  changes(): Change[] {
    const beforeOf = this.#beforeOf();
    return [...this.#pending.values()].flatMap((pending): Change[] => {
      const { relation, layer, source, target, link } = pending;
      const before = beforeOf(pending);
      if (link === null) {
        return before === undefined ? [] : [{ kind: "unlink", relation: relation.name, layer, source, target }];
      }
      if (before?.inSource === link.inSource && before.inTarget === link.inTarget) return [];
      const order = [link.inSource, link.inTarget] as const;
      return [{ kind: "link", relation: relation.name, layer, source, target, order }];
    });
  }

  mergeInto(overlay: LinkOverlay): void {
    for (const pending of this.#pending.values()) overlay.#set(pending);
  }

  /** Looks up the links below a pending one's source once, however many are pending there. */
  #beforeOf(): (pending: Pending) => NamedLink | undefined {
    const known = new Map<string, ReadonlyMap<string, NamedLink>>();
    return ({ relation, layer, source, target }) => {
      const key = endKey(relation, layer, "source", source);
      let links = known.get(key);
      if (links === undefined) {
        links = new Map(this.#base.links(relation, layer, "source", source).map((link) => [link.target, link]));
        known.set(key, links);
      }
      return links.get(target);
    };
  }

  #set(pending: Pending): void {
    const { relation, layer, source, target } = pending;
    const key = linkKey(relation, layer, source, target);
    this.#pending.set(key, pending);
    this.#touch(endKey(relation, layer, "source", source), key);
    this.#touch(endKey(relation, layer, "target", target), key);
  }

  #touch(end: string, key: string): void {
    const touched = this.#byEnd.get(end);
    if (touched === undefined) this.#byEnd.set(end, new Set([key]));
    else touched.add(key);
  }
}

function linkKey(relation: Relation, layer: Status, source: LinkKey, target: string): string {
  return `${relation.name} ${layer} ${source} ${target}`;
}

function endKey(relation: Relation, layer: Status, end: End, key: LinkKey): string {
  return `${relation.name} ${layer} ${end} ${key}`;
}

const bySource = (left: NamedLink, right: NamedLink): number => left.inSource - right.inSource;
const byTarget = (left: NamedLink, right: NamedLink): number => left.inTarget - right.inTarget;
