import { type AnyModel, isRecord, type Schema, type UnknownRecord } from "../../../engine/internal.ts";

interface Count {
  owners: number;
  items: number;
}

/** How many entries, components or files stand below an attribute on average, in the entries of a sample. */
export class FanOut {
  readonly #schema: Schema;
  readonly #counts = new Map<AnyModel, Map<string, Count>>();

  constructor(schema: Schema) {
    this.#schema = schema;
  }

  see(model: AnyModel, entry: UnknownRecord): void {
    const counts = this.#counts.get(model) ?? new Map<string, Count>();
    this.#counts.set(model, counts);
    for (const { name, kind } of model.attributes.values()) {
      if (kind === "scalar") continue;
      const value = entry[name];
      const items = (Array.isArray(value) ? value : [value]).filter(isRecord);
      const count = counts.get(name) ?? { owners: 0, items: 0 };
      counts.set(name, { owners: count.owners + 1, items: count.items + items.length });
      if (kind === "component" || kind === "dynamiczone") for (const item of items) this.#seePart(model, name, item);
    }
  }

  #seePart(model: AnyModel, name: string, item: UnknownRecord): void {
    const attribute = model.attributes.get(name);
    const uid = attribute?.kind === "component" ? attribute.component : String(item.__component);
    const component = this.#schema.components.get(uid);
    if (component !== undefined) this.see(component, item);
  }

  /** Of one entry of the model; 1 if the sample has none. */
  of(model: AnyModel, name: string): number {
    const count = this.#counts.get(model)?.get(name);
    return count === undefined ? 1 : count.items / count.owners;
  }
}
