import { invariant } from "../../error.ts";
import { Owner } from "../../structures/paged/owner.ts";
import { inOtherStatus, type Layer, layerOf, localeOf, type Status, statusOf } from "../../values/version.ts";
import { LinkTable } from "./link-table.ts";
import type { Relation, Relations } from "./relation.ts";

/** The links of one relation in both statuses of one locale, with the owner that may write to them. */
interface Layers extends Readonly<Record<Status, LinkTable>> {
  readonly owner: Owner;
}

/** The links of a relation in a locale without any. */
const NO_LAYERS: Layers = emptyLayers(new Owner());

/** The links of all relations. */
export class LinkTables {
  /** The links in the default locale. */
  readonly #byRelation: Map<string, Layers>;
  /** By relation and locale: the links in other locales that were ever written to. */
  readonly #byLocale: Map<string, ReadonlyMap<string, Layers>>;

  private constructor(byRelation: Map<string, Layers>, byLocale: Map<string, ReadonlyMap<string, Layers>>) {
    this.#byRelation = byRelation;
    this.#byLocale = byLocale;
  }

  static empty(relations: Relations, owner: Owner): LinkTables {
    return new LinkTables(new Map(relations.all.map((relation) => [relation.name, emptyLayers(owner)])), new Map());
  }

  /** For reading only. */
  of(relation: Relation, layer: Layer): LinkTable {
    const layers = this.#layers(relation, layer);
    return layers[statusOf(layer)];
  }

  /** For writing by this owner. */
  writable(relation: Relation, layer: Layer, owner: Owner): LinkTable {
    const layers = this.#layers(relation, layer);
    if (layers.owner === owner) return layers[statusOf(layer)];
    const owned = { owner, draft: layers.draft.fork(owner), published: layers.published.fork(owner) };
    this.#set(relation, layer, owned);
    return owned[statusOf(layer)];
  }

  /** Replaces the links of a relation in a layer by a table of this owner. */
  replace(relation: Relation, layer: Layer, owner: Owner, table: LinkTable): void {
    const other = this.writable(relation, inOtherStatus(layer), owner);
    const [draft, published] = statusOf(layer) === "draft" ? [table, other] : [other, table];
    this.#set(relation, layer, { owner, draft, published });
  }

  /** The locales other than the default one in which documents were ever linked; null if there are none. */
  locales(relation: Relation): Iterable<string> | null {
    return this.#byLocale.get(relation.name)?.keys() ?? null;
  }

  /** The layers in which a relation may have links. */
  layers(relation: Relation): readonly Layer[] {
    const locales = [null, ...(this.locales(relation) ?? [])];
    return locales.flatMap((locale) => [layerOf("draft", locale), layerOf("published", locale)]);
  }

  /** The same links for another owner; afterwards the previous owner must write as a new one as well. */
  fork(): LinkTables {
    return new LinkTables(new Map(this.#byRelation), new Map(this.#byLocale));
  }

  #set(relation: Relation, layer: Layer, layers: Layers): void {
    const locale = localeOf(layer);
    if (locale === null) this.#byRelation.set(relation.name, layers);
    else this.#byLocale.set(relation.name, new Map(this.#byLocale.get(relation.name)).set(locale, layers));
  }

  #layers(relation: Relation, layer: Layer): Layers {
    const locale = localeOf(layer);
    if (locale !== null) return this.#byLocale.get(relation.name)?.get(locale) ?? NO_LAYERS;
    const layers = this.#byRelation.get(relation.name);
    invariant(layers !== undefined, "every relation has its links");
    return layers;
  }
}

function emptyLayers(owner: Owner): Layers {
  return { owner, draft: new LinkTable(owner), published: new LinkTable(owner) };
}
