import type { ContentType } from "../schema/content-type.ts";
import type { Value } from "../values/value.ts";
import { type Layer, layerOf, statusOf, type VersionRecord } from "../values/version.ts";
import type { Link } from "./links/link.ts";
import type { End } from "./links/link-end-name.ts";
import { linksBetween, linksIn } from "./links/link-list.ts";
import type { Relation } from "./links/relation.ts";
import type { Shape } from "./shape.ts";
import type { State } from "./state.ts";

/** An end of a link as commits name it: a documentId, or a component's numeric id. */
export type LinkKey = string | number;

export interface NamedLink {
  readonly source: LinkKey;
  readonly target: string;
  readonly inSource: number;
  readonly inTarget: number;
}

/** The data below a write: the state, or the state with the batch's earlier writes over it. */
export interface View {
  readonly shape: Shape;
  version(type: string, documentId: string, layer: Layer): VersionRecord | null;
  /** Whether the version exists; it is not read. */
  has(type: string, documentId: string, layer: Layer): boolean;
  /** The locales other than the default one in which a type may have versions; null if there are none. */
  locales(type: string): readonly string[] | null;
  /** The locales other than the default one in which a relation may have links; null if there are none. */
  linkLocales(relation: Relation): readonly string[] | null;
  /** The version with this numeric id. */
  byId(type: string, id: number): { readonly documentId: string; readonly status: Layer } | null;
  /** Links at one end, in order. */
  links(relation: Relation, layer: Layer, end: End, key: LinkKey): readonly NamedLink[];
  /** Links at one end whose place in the list there is from `from` on and before `before`, in any order. */
  linksBetween(relation: Relation, layer: Layer, end: End, key: LinkKey, from: number, before: number): NamedLink[];
  /** The highest place used at one end; 0 without links. It takes constant time, however long the list is. */
  lastPlace(relation: Relation, layer: Layer, end: End, key: LinkKey): number;
  /** The documents whose published version in a locale (null: the default one) has this value in a unique attribute. */
  holders(type: string, locale: string | null, path: string, value: Value): readonly string[];
  /** documentIds of all documents of a type. */
  documents(type: string): Iterable<string>;
  lastId(of: string): number;
}

const BASE_LAYERS: readonly Layer[] = ["draft", "published"];

/** The layers in which a type may have versions. */
export function layersOf(view: Pick<View, "locales">, type: string): readonly Layer[] {
  const locales = view.locales(type);
  return locales === null ? BASE_LAYERS : [...BASE_LAYERS, ...locales.flatMap(layersIn)];
}

/** The layers in which a relation may have links. */
export function linkLayersOf(view: Pick<View, "linkLocales">, relation: Relation): readonly Layer[] {
  const locales = view.linkLocales(relation);
  return locales === null ? BASE_LAYERS : [...BASE_LAYERS, ...locales.flatMap(layersIn)];
}

/**
 * The locales in which a relation is followed from one end: the version's or, if the type at that end has no locales,
 * all that have links. `locale`: the version's, null for the default one.
 */
export function linkedLocales(
  view: Pick<View, "linkLocales">,
  type: ContentType,
  relation: Relation,
  locale: string | null,
): readonly (string | null)[] {
  if (type.locale !== null) return [locale];
  const locales = view.linkLocales(relation);
  return locales === null ? DEFAULT_ONLY : [null, ...locales];
}

const DEFAULT_ONLY: readonly null[] = [null];

/**
 * The layer of a type's version that is visible in another layer: a type without locales has the same version in all.
 */
export function layerFor({ locale }: ContentType, layer: Layer): Layer {
  return locale === null ? statusOf(layer) : layer;
}

function layersIn(locale: string): readonly Layer[] {
  return [layerOf("draft", locale), layerOf("published", locale)];
}

/** The state as the lowest view. */
export class StateView implements View {
  readonly shape: Shape;
  readonly #state: State;

  constructor(state: State) {
    this.shape = state.shape;
    this.#state = state;
  }

  version(type: string, documentId: string, layer: Layer): VersionRecord | null {
    const row = this.#state.collection(type).in(layer).find(documentId)?.[statusOf(layer)];
    return row === undefined || row === null ? null : this.shape.layouts.record(type, row);
  }

  has(type: string, documentId: string, layer: Layer): boolean {
    return (this.#state.collection(type).in(layer).find(documentId)?.[statusOf(layer)] ?? null) !== null;
  }

  locales(type: string): readonly string[] | null {
    return this.#state.collection(type).localeCodes();
  }

  linkLocales(relation: Relation): readonly string[] | null {
    const locales = this.#state.linkLocales(relation);
    return locales === null ? null : [...locales];
  }

  byId(type: string, id: number): { documentId: string; status: Layer } | null {
    for (const { spaces, locale } of this.#state.collection(type).all()) {
      const row = spaces.published.byId(id) ?? spaces.draft.byId(id);
      if (row !== undefined) return { documentId: row.documentId, status: layerOf(row.status, locale) };
    }
    return null;
  }

  links(relation: Relation, layer: Layer, end: End, key: LinkKey): readonly NamedLink[] {
    const number = this.#numberOf(relation, end, key);
    if (number === undefined) return [];
    return this.#named(relation, linksIn(this.#state.links(relation, layer, end, number)));
  }

  linksBetween(relation: Relation, layer: Layer, end: End, key: LinkKey, from: number, before: number): NamedLink[] {
    const number = this.#numberOf(relation, end, key);
    if (number === undefined) return [];
    return this.#named(relation, linksBetween(this.#state.links(relation, layer, end, number), end, from, before));
  }

  lastPlace(relation: Relation, layer: Layer, end: End, key: LinkKey): number {
    const number = this.#numberOf(relation, end, key);
    return number === undefined ? 0 : this.#state.lastPlace(relation, layer, end, number);
  }

  holders(type: string, locale: string | null, path: string, value: Value): readonly string[] {
    const collection = this.#state.collection(type).in(layerOf("published", locale));
    const numbers = collection.unique(path)?.holders(value) ?? [];
    return numbers.flatMap((number) => collection.nameOf(number) ?? []);
  }

  documents(type: string): Iterable<string> {
    return this.#state.collection(type).documentIds();
  }

  lastId(of: string): number {
    return this.#state.lastId(of);
  }

  #named(relation: Relation, links: Iterable<Link>): NamedLink[] {
    const named: NamedLink[] = [];
    for (const link of links) {
      const source = this.#nameOf(relation, "source", link.source);
      const target = this.#nameOf(relation, "target", link.target);
      named.push({ source, target: String(target), inSource: link.inSource, inTarget: link.inTarget });
    }
    return named;
  }

  #numberOf(relation: Relation, end: End, key: LinkKey): number | undefined {
    if (typeof key === "number") return key;
    const type = end === "source" ? relation.owner.uid : relation.target.uid;
    return this.#state.collection(type).numberOf(key);
  }

  #nameOf(relation: Relation, end: End, number: number): LinkKey {
    if (end === "source" && relation.owner.model === "component") return number;
    const type = end === "source" ? relation.owner.uid : relation.target.uid;
    return this.#state.collection(type).nameOf(number) ?? "";
  }
}
