import type { ScalarAttribute } from "../../schema/attribute.ts";
import { componentUids } from "../../schema/attribute.ts";
import { componentsWith } from "../../schema/components-with.ts";
import type { ContentType } from "../../schema/content-type.ts";
import type { Schema } from "../../schema/schema.ts";
import { isUnique } from "../../schema/unique-attributes.ts";
import type { Owner } from "../../structures/paged/owner.ts";
import { PagedMap } from "../../structures/paged/paged-map.ts";
import { type Cell, componentsOfCell, type Row } from "../../values/row.ts";
import type { Value } from "../../values/value.ts";
import type { Layouts, StoredAttribute } from "../layout.ts";

/** A unique attribute of a content type, or of a component nested inside it. */
export interface UniquePath {
  /** Attribute names joined by dots; below a dynamic zone, the path also contains the component's uid. */
  readonly name: string;
  readonly attribute: ScalarAttribute;
  /** The index of the cell that contains it. */
  readonly cell: number;
  /** The values of the attribute in that cell. */
  values(cell: Cell | undefined): Iterable<Value>;
}

/** Nearly always a single document: one list per value would take more memory than the rest of the index. */
type Holders = number | readonly number[];

/** The documents that have a given value in one unique attribute. */
export class UniqueIndex {
  readonly path: UniquePath;
  readonly #holders: PagedMap<Value, Holders>;

  constructor(path: UniquePath, holders: PagedMap<Value, Holders>) {
    this.path = path;
    this.#holders = holders;
  }

  static empty(path: UniquePath, owner: Owner): UniqueIndex {
    return new UniqueIndex(path, new PagedMap(owner));
  }

  /** The numbers of the documents that have the value. */
  holders(value: Value): readonly number[] {
    const held = this.#holders.get(value) ?? [];
    return typeof held === "number" ? [held] : held;
  }

  add({ document, cells }: Row): void {
    this.addCell(document, cells[this.path.cell]);
  }

  /** Like `add`, if only the relevant cell of the row is known. */
  addCell(document: number, cell: Cell | undefined): void {
    for (const value of this.path.values(cell)) {
      const { size } = this.#holders;
      const held = this.#holders.getOrAdd(value, document);
      if (this.#holders.size > size) continue;
      this.#holders.set(value, typeof held === "number" ? [held, document] : [...held, document]);
    }
  }

  remove(row: Row): void {
    for (const value of this.path.values(row.cells[this.path.cell])) {
      const left = this.holders(value).toSpliced(this.holders(value).indexOf(row.document), 1);
      const [only] = left;
      if (only === undefined) this.#holders.delete(value);
      else this.#holders.set(value, left.length === 1 ? only : left);
    }
  }

  fork(owner: Owner): UniqueIndex {
    return new UniqueIndex(this.path, this.#holders.fork(owner));
  }
}

/** Every unique attribute of a content type, components and dynamic zones included. */
export function uniquePaths(schema: Schema, layouts: Layouts, type: ContentType): UniquePath[] {
  const leading = componentsWith(schema.components.values(), isUnique);

  function pathsIn(model: string, above: ReadonlySet<string>): UniquePath[] {
    // A recursive component: deeper values are not compared.
    if (above.has(model)) return [];
    const inside = new Set([...above, model]);
    return layouts.of(model).stored.flatMap((attribute, cell) => {
      if (attribute.kind === "scalar") return isUnique(attribute) ? [ownPath(attribute, cell)] : [];
      const components = componentUids(attribute).filter((uid) => leading.has(uid));
      return components.flatMap((uid) => pathsIn(uid, inside).map((path) => pathBelow(attribute, cell, uid, path)));
    });
  }

  return pathsIn(type.uid, new Set());
}

/** Null and the empty text never conflict. */
function ownPath(attribute: ScalarAttribute, cell: number): UniquePath {
  return {
    name: attribute.name,
    attribute,
    cell,
    // The cell of a scalar attribute is its value.
    values: (cell = null) => (cell === null || cell === "" ? [] : [cell as Value]),
  };
}

function pathBelow(attribute: StoredAttribute, cell: number, component: string, path: UniquePath): UniquePath {
  const step = attribute.kind === "dynamiczone" ? `${attribute.name}.${component}` : attribute.name;
  return {
    name: `${step}.${path.name}`,
    attribute: path.attribute,
    cell,
    values: function* (cell) {
      for (const item of componentsOfCell(cell)) {
        if (item.component === component) yield* path.values(item.cells[path.cell]);
      }
    },
  };
}
