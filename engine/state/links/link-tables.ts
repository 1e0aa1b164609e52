import { invariant } from "../../error.ts";
import type { Owner } from "../../structures/paged/owner.ts";
import type { Status } from "../../values/version.ts";
import { LinkTable } from "./link-table.ts";
import type { Relation, Relations } from "./relation.ts";

/** The links of one relation in both layers, and who may write to them. */
interface Layers extends Readonly<Record<Status, LinkTable>> {
  readonly owner: Owner;
}

/** The links of all relations. */
export class LinkTables {
  readonly #byRelation: Map<string, Layers>;

  private constructor(byRelation: Map<string, Layers>) {
    this.#byRelation = byRelation;
  }

  static empty(relations: Relations, owner: Owner): LinkTables {
    const layers = (): Layers => ({ owner, draft: new LinkTable(owner), published: new LinkTable(owner) });
    return new LinkTables(new Map(relations.all.map((relation) => [relation.name, layers()])));
  }

  /** To be read only. */
  of(relation: Relation, layer: Status): LinkTable {
    return this.#layers(relation)[layer];
  }

  /** The same, to be changed by this owner. */
  writable(relation: Relation, layer: Status, owner: Owner): LinkTable {
    const layers = this.#layers(relation);
    if (layers.owner === owner) return layers[layer];
    const owned = { owner, draft: layers.draft.fork(owner), published: layers.published.fork(owner) };
    this.#byRelation.set(relation.name, owned);
    return owned[layer];
  }

  /** The same links for another owner; whoever owned them until now must write as a new owner. */
  fork(): LinkTables {
    return new LinkTables(new Map(this.#byRelation));
  }

  #layers(relation: Relation): Layers {
    const layers = this.#byRelation.get(relation.name);
    invariant(layers !== undefined, "every relation has its links");
    return layers;
  }
}
