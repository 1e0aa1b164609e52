import { IndexDemand } from "../../indexes/building/index-demand.ts";
import { FieldRanges } from "../../indexes/ordered/field-ranges.ts";
import type { IndexOrder } from "../../indexes/ordered/index-order.ts";
import type { OrderedIndex } from "../../indexes/ordered/ordered-index.ts";
import { statusIn } from "../../state/links/link-sets.ts";
import type { Space } from "../../state/rows/space.ts";
import type { State } from "../../state/state.ts";
import { layerFor, StateView } from "../../state/view.ts";
import type { Row } from "../../values/row.ts";
import type { Value } from "../../values/value.ts";
import { inStatus, type Layer, localeOf, statusOf, type VersionRecord } from "../../values/version.ts";
import { fieldOf } from "../plan/row-fields.ts";

/**
 * Finds versions of one type in one layer by a key, without a query: by numeric id, by documentId, by the value of a
 * field. The versions are as stored. Neither rights nor conditions apply, and every call reads the present state.
 */
export class LookUp {
  readonly #state: State;
  readonly #view: StateView;
  readonly #type: string;
  readonly #layer: Layer;

  constructor(state: State, type: string, layer: Layer = "published") {
    this.#state = state;
    this.#view = new StateView(state);
    this.#type = type;
    const own = state.shape.schema.type(type);
    this.#layer = inStatus(layerFor(own, layer), statusIn(layer, own));
  }

  /** Null if no version in the layer has the id. */
  byId(id: number): VersionRecord | null {
    return this.#record(this.#space.byId(id));
  }

  /** Null if the document has no version in the layer. */
  byDocumentId(documentId: string): VersionRecord | null {
    return this.#view.version(this.#type, documentId, this.#layer);
  }

  /**
   * The versions whose own attribute has this value, in the order of their ids; none if the type has no such attribute. If the
   * index of an attribute that is not unique is not there, the first look-up of many rows reads them, and another one builds it.
   */
  byValue(field: string, value: Value): readonly VersionRecord[] {
    const attribute = this.#state.shape.schema.type(this.#type).attributes.get(field);
    if (attribute?.kind !== "scalar" || attribute.type === "json" || attribute.type === "blocks") return [];
    const isNoted = attribute.unique && statusOf(this.#layer) === "published" && isHeld(value);
    const found = isNoted ? this.#holders(field, value) : this.#withValue(field, value);
    return found.flatMap((version) => version ?? []);
  }

  /** The versions that an attribute of a version links to, in the order of the links. */
  linked({ documentId }: VersionRecord, attribute: string): readonly VersionRecord[] {
    const end = this.#state.shape.relations.end(this.#type, attribute);
    if (end === undefined) return [];
    const links = this.#view.links(end.relation, this.#layer, end.end, documentId);
    const layer = layerFor(end.other, this.#layer);
    return links.flatMap(({ source, target }) => {
      const other = end.end === "source" ? target : String(source);
      return this.#view.version(end.other.uid, other, layer) ?? [];
    });
  }

  #holders(field: string, value: Value): (VersionRecord | null)[] {
    const holders = this.#view.holders(this.#type, localeOf(this.#layer), field, value);
    const versions = holders.map((documentId) => this.byDocumentId(documentId));
    return versions.sort((one, other) => (one?.id ?? 0) - (other?.id ?? 0));
  }

  #withValue(name: string, value: Value): (VersionRecord | null)[] {
    const space = this.#space;
    const { schema } = this.#state.shape;
    const field = fieldOf({ type: schema.type(this.#type), context: { view: { state: this.#state } } }, [], name);
    const index = this.#index(field.order, value);
    if (index !== null) {
      const ranges = new FieldRanges(index, field);
      const range = value === null ? ranges.nulls(true) : ranges.equal(value);
      return index.page(range, false, 0, index.count(range)).map((slot) => this.#record(space.row(slot)));
    }
    const slots: number[] = [];
    space.eachSketch(0, space.slots, field.parts, (row) => {
      const own = field.read(row);
      if (own === value || (own !== null && value !== null && field.compare(own, value) === 0)) slots.push(row.slot);
    });
    return slots.map((slot) => this.#record(space.row(slot)));
  }

  /** Null if the look-up is to read the rows. */
  #index(order: IndexOrder, value: Value): OrderedIndex | null {
    const demand = new IndexDemand(this.#state.buildSignals, false);
    const { indexes, size } = this.#space;
    const find = () => indexes.ordered(order, size, demand);
    demand.begin([this.#type, this.#layer, order.name, value]);
    return find() ?? (demand.mayScan ? null : demand.waitFor(find));
  }

  #record(row: Row | undefined): VersionRecord | null {
    return row === undefined ? null : this.#state.shape.layouts.record(this.#type, row);
  }

  get #space(): Space {
    const type = this.#state.shape.schema.type(this.#type);
    return this.#state.collection(this.#type).in(this.#layer).spaces[statusIn(this.#layer, type)];
  }
}

/** Whether unique attributes note who has the value: null and the empty text are not noted. */
function isHeld(value: Value): boolean {
  return typeof value === "string" && value !== "";
}
