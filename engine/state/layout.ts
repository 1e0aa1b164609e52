import { impossible } from "../error.ts";
import type { ComponentAttribute, DynamicZoneAttribute, ScalarAttribute } from "../schema/attribute.ts";
import type { AnyModel } from "../schema/content-type.ts";
import type { Schema } from "../schema/schema.ts";
import type { Cell, ComponentRow, Row } from "../values/row.ts";
import type { Json } from "../values/value.ts";
import type { Status, VersionRecord } from "../values/version.ts";

/** The attributes that a version itself stores; links are stored separately. */
export type StoredAttribute = ScalarAttribute | ComponentAttribute | DynamicZoneAttribute;

/** The index of each stored attribute of a model in the cells of its rows. */
export interface Layout {
  readonly model: AnyModel;
  readonly stored: readonly StoredAttribute[];
  readonly indexOf: ReadonlyMap<string, number>;
}

type JsonObject = { readonly [key: string]: Json };

/** The layouts of all models of a schema. They convert version records to rows and back. */
export class Layouts {
  readonly #byModel = new Map<string, Layout>();

  constructor(schema: Schema) {
    for (const model of [...schema.types.values(), ...schema.components.values()]) {
      const stored = [...model.attributes.values()].filter(isStored);
      const indexOf = new Map(stored.map((attribute, index) => [attribute.name, index]));
      this.#byModel.set(model.uid, { model, stored, indexOf });
    }
  }

  of(uid: string): Layout {
    return this.#byModel.get(uid) ?? impossible(`model ${uid} has a layout`);
  }

  /** `documentId`: an equal string that is in memory already, to share it. */
  row(
    type: string,
    status: Status,
    document: number,
    version: VersionRecord,
    documentId: string = version.documentId,
  ): Row {
    const { createdAt, updatedAt, publishedAt } = version;
    return {
      id: version.id,
      slot: -1,
      document,
      documentId,
      status,
      createdAt,
      updatedAt: keepOne(createdAt, updatedAt),
      publishedAt: keepOne(createdAt, publishedAt),
      cells: this.#cells(this.of(type), version.values),
      entry: null,
    };
  }

  /** The cell at one index of a version whose values `read` returns. */
  cellAt(type: string, index: number, read: (attribute: string) => Json | undefined): Cell {
    const attribute = this.of(type).stored[index];
    return attribute === undefined ? null : this.cell(attribute, read(attribute.name) ?? null);
  }

  record(type: string, row: Row): VersionRecord {
    const { id, documentId, createdAt, updatedAt, publishedAt } = row;
    return { id, documentId, createdAt, updatedAt, publishedAt, values: this.#values(this.of(type), row.cells, {}) };
  }

  #cells(layout: Layout, values: JsonObject): Cell[] {
    let known = 0;
    const cells = layout.stored.map((attribute) => {
      const value = values[attribute.name];
      if (value !== undefined) known += 1;
      return this.cell(attribute, value ?? null);
    });
    // One additional cell at the end, which few rows have.
    if (hasMoreKeys(values, known)) {
      const others = unknownValues(layout, values);
      if (others !== null) cells.push(others);
    }
    return cells;
  }

  /** The cell that holds a stored value of an attribute. */
  cell(attribute: StoredAttribute, value: Json): Cell {
    if (attribute.kind === "scalar") return value ?? added(attribute);
    if (attribute.kind === "dynamiczone") {
      return asList(value).map((item) => this.#component(String(item.__component), item));
    }
    if (attribute.repeatable) return asList(value).map((item) => this.#component(attribute.component, item));
    return value === null ? null : this.#component(attribute.component, value as JsonObject);
  }

  #component(component: string, value: JsonObject): ComponentRow {
    return { component, id: Number(value.id), cells: this.#cells(this.of(component), value) };
  }

  #values(layout: Layout, cells: readonly Cell[], into: { [key: string]: Json }): { [key: string]: Json } {
    layout.stored.forEach((attribute, index) => {
      into[attribute.name] = this.#value(attribute, cells[index] ?? null);
    });
    if (cells.length > layout.stored.length) Object.assign(into, cells[layout.stored.length]);
    return into;
  }

  #value(attribute: StoredAttribute, cell: Cell): Json {
    if (attribute.kind === "scalar") return cell as Json;
    if (Array.isArray(cell)) return cell.map((item) => this.#object(item, attribute.kind === "dynamiczone"));
    return cell === null ? null : this.#object(cell as ComponentRow, false);
  }

  #object(row: ComponentRow, inZone: boolean): Json {
    const named = inZone ? { __component: row.component, id: row.id } : { id: row.id };
    return this.#values(this.of(row.component), row.cells, named);
  }
}

/**
 * The values of attributes that the model does not have, for example after a change of the content types; null if there
 * are none. They are kept but not shown, until the attribute exists again or someone removes them.
 */
export function unknownValues({ indexOf }: Layout, values: JsonObject): JsonObject | null {
  let others: { [name: string]: Json } | null = null;
  for (const name in values) {
    if (indexOf.has(name) || name === "id" || name === "__component") continue;
    others ??= {};
    others[name] = values[name] ?? null;
  }
  return others;
}

function hasMoreKeys(values: JsonObject, count: number): boolean {
  let keys = 0;
  for (const _ in values) keys += 1;
  return keys > count;
}

/** The value of an attribute that was added to the type after the version was stored. */
function added({ system, default: fallback }: ScalarAttribute): Json {
  return (system && fallback) || null;
}

function isStored(attribute: { readonly kind: string }): attribute is StoredAttribute {
  return attribute.kind === "scalar" || attribute.kind === "component" || attribute.kind === "dynamiczone";
}

function asList(value: Json): readonly JsonObject[] {
  return Array.isArray(value) ? value : [];
}

/**
 * Returns the first text if both are equal, so that it is in memory once: most versions have the same time in all
 * fields.
 */
function keepOne<T extends string | null>(one: string, other: T): T | string {
  return one === other ? one : other;
}
