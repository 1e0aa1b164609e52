import type { AnyModel, ContentType, Json, Status } from "../../engine/internal.ts";
import { CONTENT_SCHEMA } from "./content-schema.ts";

type Values = { readonly [name: string]: Json };

/** A component that has been given its id. */
export interface PlacedComponent {
  readonly uid: string;
  readonly id: number;
  /** The type and the version that contains it. */
  readonly type: ContentType;
  readonly status: Status;
}

/** Gives components their numeric ids, the later the lower: even in drafts, odd in published versions. */
export class ComponentIds {
  readonly placed: PlacedComponent[] = [];
  readonly #next = { draft: 1000, published: 1001 };

  /** The values with ids in all components below them. */
  give(type: ContentType, status: Status, model: AnyModel, values: Values): Values {
    const component = (uid: string, item: Values): Values => {
      const id = this.#next[status];
      this.#next[status] -= 2;
      this.placed.push({ uid, id, type, status });
      return { ...this.give(type, status, CONTENT_SCHEMA.component(uid), item), id };
    };
    const given: { [name: string]: Json } = { ...values };
    for (const { name, ...attribute } of model.attributes.values()) {
      const value = values[name] ?? null;
      if (attribute.kind === "dynamiczone") {
        given[name] = listOf(value).map((item) => component(String(item.__component), item));
      } else if (attribute.kind === "component" && value !== null) {
        const items = listOf(value).map((item) => component(attribute.component, item));
        given[name] = attribute.repeatable ? items : (items[0] ?? null);
      }
    }
    return given;
  }
}

function listOf(value: Json): readonly Values[] {
  return (Array.isArray(value) ? value : [value]) as readonly Values[];
}
