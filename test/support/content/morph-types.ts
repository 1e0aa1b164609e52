import type { SchemaDefinition } from "../../../engine/internal.ts";
import { schemaOf } from "./schema-of.ts";

const text = { type: "string" } as const;
const one = { type: "relation", relation: "morphToOne" } as const;
const many = { type: "relation", relation: "morphToMany" } as const;
const inverse = (relation: "morphOne" | "morphMany", type: string, morphBy: string) => {
  return { type: "relation", relation, target: `api::${type}.${type}`, morphBy } as const;
};

/** Types that link to any type, from versions, plain documents and components, and types that show such links. */
export const MORPH_TYPES: SchemaDefinition = schemaOf(
  {
    spot: {
      attributes: {
        title: text,
        thing: one,
        things: many,
        ref: { type: "component", component: "blocks.ref" },
        zone: { type: "dynamiczone", components: ["blocks.ref"] },
      },
    },
    flat: { dp: false, attributes: { title: text, thing: one, things: many } },
    tag: {
      attributes: {
        name: text,
        boss: { type: "relation", relation: "manyToOne", target: "api::author.author" },
      },
    },
    mark: {
      attributes: {
        name: text,
        pin: inverse("morphOne", "spot", "thing"),
        spots: inverse("morphMany", "spot", "things"),
      },
    },
    author: {
      dp: false,
      attributes: {
        name: text,
        pins: inverse("morphMany", "spot", "thing"),
        spots: inverse("morphMany", "spot", "things"),
        flats: inverse("morphMany", "flat", "things"),
      },
    },
  },
  { "blocks.ref": { label: text, thing: one, things: many } },
);
