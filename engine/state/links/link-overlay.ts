import { type Layer, localeOf } from "../../values/version.ts";
import type { Change } from "../commit.ts";
import type { LinkKey, NamedLink, View } from "../view.ts";
import { placeIn } from "./link.ts";
import type { End } from "./link-end-name.ts";
import type { Relation } from "./relation.ts";

interface PendingLink {
  readonly relation: Relation;
  readonly layer: Layer;
  readonly source: LinkKey;
  readonly target: string;
  /** Null: removed. */
  link: NamedLink | null;
}

/** The pending links at one end of a relation of one document or component. */
interface EndLinks<L extends Iterable<unknown>> {
  readonly links: L;
  /** The highest place among them, 0 if there are none; null if it has to be determined again. */
  last: number | null;
}

/** Pending links of one relation in one layer, by the documents and components at either end. */
interface Touches {
  readonly layer: Layer;
  /** By target, because a source may have any number of links, and each is looked up when it changes. */
  readonly source: Map<LinkKey, EndLinks<Map<string, PendingLink>>>;
  readonly target: Map<LinkKey, EndLinks<PendingLink[]>>;
}

/** Added and removed links over a view, found from either end. */
export class LinkOverlay {
  readonly #base: View;
  readonly #pending: PendingLink[] = [];
  readonly #touches = new Map<Relation, Touches[]>();
  /** By relation: the locales other than the default one that have pending links. */
  #locales: Map<Relation, Set<string>> | null = null;

  constructor(base: View) {
    this.#base = base;
  }

  links(relation: Relation, layer: Layer, end: End, key: LinkKey): readonly NamedLink[] {
    const below = this.#base.links(relation, layer, end, key);
    const touches = this.#touchesOf(relation, layer);
    const touched = touches?.[end].get(key);
    if (touches === undefined || touched === undefined) return below;
    const links = below.filter(({ source, target }) => pendingIn(touches, source, target) === undefined);
    for (const { link } of touched.links.values()) if (link !== null) links.push(link);
    return links.length < 2 ? links : links.sort(end === "source" ? bySource : byTarget);
  }

  linksBetween(relation: Relation, layer: Layer, end: End, key: LinkKey, from: number, before: number): NamedLink[] {
    const below = this.#base.linksBetween(relation, layer, end, key, from, before);
    const touches = this.#touchesOf(relation, layer);
    const touched = touches?.[end].get(key);
    if (touches === undefined || touched === undefined) return below;
    const links = below.filter(({ source, target }) => pendingIn(touches, source, target) === undefined);
    for (const { link } of touched.links.values()) {
      if (link !== null && placeIn(link, end) >= from && placeIn(link, end) < before) links.push(link);
    }
    return links;
  }

  lastPlace(relation: Relation, layer: Layer, end: End, key: LinkKey): number {
    // The places of removed links are included: a place that is too high does no harm.
    const last = this.#base.lastPlace(relation, layer, end, key);
    const touched = this.#touchesOf(relation, layer)?.[end].get(key);
    if (touched === undefined) return last;
    touched.last ??= lastOf(touched.links.values(), end);
    return Math.max(last, touched.last);
  }

  linkLocales(relation: Relation): readonly string[] | null {
    const below = this.#base.linkLocales(relation);
    const pending = this.#locales?.get(relation);
    return pending === undefined ? below : [...new Set([...(below ?? []), ...pending])];
  }

  put(relation: Relation, layer: Layer, link: NamedLink): void {
    this.#set(relation, layer, link.source, link.target, link);
  }

  remove(relation: Relation, layer: Layer, source: LinkKey, target: string): void {
    this.#set(relation, layer, source, target, null);
  }

  changes(): Change[] {
    const changes: Change[] = [];
    const beforeOf = this.#beforeOf();
    for (const pending of this.#pending) {
      const { relation, layer, source, target, link } = pending;
      const before = beforeOf(pending);
      if (link === null) {
        if (before !== undefined) changes.push({ kind: "unlink", relation: relation.name, layer, source, target });
      } else if (before?.inSource !== link.inSource || before.inTarget !== link.inTarget) {
        const order = [link.inSource, link.inTarget] as const;
        changes.push({ kind: "link", relation: relation.name, layer, source, target, order });
      }
    }
    return changes;
  }

  mergeInto(overlay: LinkOverlay): void {
    for (const { relation, layer, source, target, link } of this.#pending) {
      overlay.#set(relation, layer, source, target, link);
    }
  }

  /** Returns a function that reads the stored links of a source once, however many links are pending there. */
  #beforeOf(): (pending: PendingLink) => NamedLink | undefined {
    const known = new Map<EndLinks<Map<string, PendingLink>> | undefined, ReadonlyMap<string, NamedLink>>();
    return ({ relation, layer, source, target }) => {
      const touched = this.#touchesOf(relation, layer)?.source.get(source);
      let links = known.get(touched);
      if (links === undefined) {
        links = byTargetName(this.#base.links(relation, layer, "source", source));
        known.set(touched, links);
      }
      return links.get(target);
    };
  }

  #touchesOf(relation: Relation, layer: Layer): Touches | undefined {
    const ofRelation = this.#touches.get(relation);
    if (ofRelation === undefined) return undefined;
    for (const touches of ofRelation) if (touches.layer === layer) return touches;
    return undefined;
  }

  #writableTouches(relation: Relation, layer: Layer): Touches {
    const known = this.#touchesOf(relation, layer);
    if (known !== undefined) return known;
    const touches: Touches = { layer, source: new Map(), target: new Map() };
    const ofRelation = this.#touches.get(relation);
    if (ofRelation === undefined) this.#touches.set(relation, [touches]);
    else ofRelation.push(touches);
    return touches;
  }

  #set(relation: Relation, layer: Layer, source: LinkKey, target: string, link: NamedLink | null): void {
    const touches = this.#writableTouches(relation, layer);
    const known = pendingIn(touches, source, target);
    if (known !== undefined) {
      replace(touches, known, link);
      return;
    }
    const pending = { relation, layer, source, target, link };
    this.#pending.push(pending);
    add(touches, pending);
    const locale = localeOf(layer);
    if (locale === null) return;
    this.#locales ??= new Map();
    const locales = this.#locales.get(relation);
    if (locales === undefined) this.#locales.set(relation, new Set([locale]));
    else locales.add(locale);
  }
}

function pendingIn(touches: Touches, source: LinkKey, target: string): PendingLink | undefined {
  return touches.source.get(source)?.links.get(target);
}

function add(touches: Touches, pending: PendingLink): void {
  const { source, target, link } = pending;
  const atSource = touches.source.get(source);
  if (atSource === undefined) {
    touches.source.set(source, { links: new Map([[target, pending]]), last: placeAt("source", link) });
  } else {
    atSource.links.set(target, pending);
    raise(atSource, placeAt("source", link));
  }
  const atTarget = touches.target.get(target);
  if (atTarget === undefined) touches.target.set(target, { links: [pending], last: placeAt("target", link) });
  else {
    atTarget.links.push(pending);
    raise(atTarget, placeAt("target", link));
  }
}

/** Replaces a pending link by another one, or by its removal. */
function replace(touches: Touches, pending: PendingLink, link: NamedLink | null): void {
  const before = pending.link;
  pending.link = link;
  for (const end of ["source", "target"] as const) {
    const touched = touches[end].get(pending[end]);
    if (touched === undefined || touched.last === null) continue;
    const place = placeAt(end, link);
    if (place < touched.last && placeAt(end, before) === touched.last) touched.last = null;
    else raise(touched, place);
  }
}

function raise(touched: EndLinks<Iterable<unknown>>, place: number): void {
  if (touched.last !== null && place > touched.last) touched.last = place;
}

function lastOf(links: Iterable<PendingLink>, end: End): number {
  let last = 0;
  for (const { link } of links) last = Math.max(last, placeAt(end, link));
  return last;
}

const NO_LINKS: ReadonlyMap<string, NamedLink> = new Map();

function byTargetName(links: readonly NamedLink[]): ReadonlyMap<string, NamedLink> {
  return links.length === 0 ? NO_LINKS : new Map(links.map((link) => [link.target, link]));
}

function placeAt(end: End, link: NamedLink | null): number {
  return link === null ? 0 : placeIn(link, end);
}

const bySource = (left: NamedLink, right: NamedLink): number => left.inSource - right.inSource;
const byTarget = (left: NamedLink, right: NamedLink): number => left.inTarget - right.inTarget;
