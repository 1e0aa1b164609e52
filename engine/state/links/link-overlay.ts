import { type Layer, localeOf } from "../../values/version.ts";
import type { Change } from "../commit.ts";
import type { LinkKey, NamedLink, View } from "../view.ts";
import type { End, Relation } from "./relation.ts";

interface Pending {
  readonly relation: Relation;
  readonly layer: Layer;
  readonly source: LinkKey;
  readonly target: string;
  /** Null: removed. */
  readonly link: NamedLink | null;
}

/** The pending links at one end of a relation at one document or component. */
interface Touched {
  readonly keys: Set<string>;
  /** The highest place among them, 0 without any; null when it is to be looked for again. */
  last: number | null;
}

/** Links put and removed above a view, found from either end. */
export class LinkOverlay {
  readonly #base: View;
  readonly #pending = new Map<string, Pending>();
  readonly #byEnd = new Map<string, Touched>();
  /** By relation, codes of the locales beside the default one that have pending links. */
  readonly #locales = new Map<Relation, Set<string>>();

  constructor(base: View) {
    this.#base = base;
  }

  links(relation: Relation, layer: Layer, end: End, key: LinkKey): readonly NamedLink[] {
    const below = this.#base.links(relation, layer, end, key);
    const touched = this.#byEnd.get(endKey(relation, layer, end, key));
    if (touched === undefined) return below;
    const untouched = below.filter(({ source, target }) => !touched.keys.has(linkKey(relation, layer, source, target)));
    const added = [...touched.keys].flatMap((each) => this.#pending.get(each)?.link ?? []);
    return [...untouched, ...added].sort(end === "source" ? bySource : byTarget);
  }

  lastPlace(relation: Relation, layer: Layer, end: End, key: LinkKey): number {
    // Places of links removed above are not looked for: a place too high does no harm.
    const last = this.#base.lastPlace(relation, layer, end, key);
    const touched = this.#byEnd.get(endKey(relation, layer, end, key));
    if (touched === undefined) return last;
    touched.last ??= this.#lastOf(touched.keys, end);
    return Math.max(last, touched.last);
  }

  locales(relation: Relation): readonly string[] | null {
    const below = this.#base.linkLocales(relation);
    const pending = this.#locales.get(relation);
    return pending === undefined ? below : [...new Set([...(below ?? []), ...pending])];
  }

  put(relation: Relation, layer: Layer, link: NamedLink): void {
    this.#set({ relation, layer, source: link.source, target: link.target, link });
  }

  remove(relation: Relation, layer: Layer, source: LinkKey, target: string): void {
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

  #lastOf(keys: Iterable<string>, end: End): number {
    let last = 0;
    for (const each of keys) last = Math.max(last, placeAt(end, this.#pending.get(each)?.link));
    return last;
  }

  #set(pending: Pending): void {
    const { relation, layer, source, target, link } = pending;
    const key = linkKey(relation, layer, source, target);
    const before = this.#pending.get(key)?.link;
    this.#pending.set(key, pending);
    this.#touch("source", endKey(relation, layer, "source", source), key, before, link);
    this.#touch("target", endKey(relation, layer, "target", target), key, before, link);
    const locale = localeOf(layer);
    if (locale === null) return;
    const locales = this.#locales.get(relation);
    if (locales === undefined) this.#locales.set(relation, new Set([locale]));
    else locales.add(locale);
  }

  #touch(end: End, at: string, key: string, before: NamedLink | null | undefined, after: NamedLink | null): void {
    const place = placeAt(end, after);
    const touched = this.#byEnd.get(at);
    if (touched === undefined) {
      this.#byEnd.set(at, { keys: new Set([key]), last: place });
      return;
    }
    touched.keys.add(key);
    if (touched.last === null) return;
    if (place >= touched.last) touched.last = place;
    else if (placeAt(end, before) === touched.last) touched.last = null;
  }
}

function placeAt(end: End, link: NamedLink | null | undefined): number {
  if (!link) return 0;
  return end === "source" ? link.inSource : link.inTarget;
}

function linkKey(relation: Relation, layer: Layer, source: LinkKey, target: string): string {
  return `${relation.name} ${layer} ${source} ${target}`;
}

function endKey(relation: Relation, layer: Layer, end: End, key: LinkKey): string {
  return `${relation.name} ${layer} ${end} ${key}`;
}

const bySource = (left: NamedLink, right: NamedLink): number => left.inSource - right.inSource;
const byTarget = (left: NamedLink, right: NamedLink): number => left.inTarget - right.inTarget;
