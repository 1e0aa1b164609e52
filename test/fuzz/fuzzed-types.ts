import type { AttributeDefinition } from "../../engine/internal.ts";
import type { Types } from "../support/vectors/format.ts";
import { writeVectors } from "../support/vectors/vector-file.ts";

/**
 * The second and the last word are valid codes, and the last means something else to a parser that mixes codes with
 * commands.
 */
export const FUZZED_LOCALES = ["en", "fr", "all"] as const;

const localized = { i18n: { localized: true } };
const text: AttributeDefinition = { type: "string" };
const own: AttributeDefinition = { type: "string", pluginOptions: localized };
const thing: AttributeDefinition = { type: "relation", relation: "morphToOne" };
const things: AttributeDefinition = { type: "relation", relation: "morphToMany" };
const { types, components } = writeVectors();

/** The recorded content types, and beside them some with locales and with links to any type. */
export const FUZZED_TYPES: Types = {
  types: {
    ...types,
    essay: {
      plural: "essays",
      pluginOptions: localized,
      attributes: {
        title: own,
        sku: text,
        code: { type: "uid", targetField: "title" },
        once: { type: "string", unique: true, pluginOptions: localized },
        hush: { type: "string", private: true, pluginOptions: localized },
        cover: { type: "media", multiple: false, pluginOptions: localized } as AttributeDefinition,
        gallery: { type: "media", multiple: true } as AttributeDefinition,
        part: { type: "component", component: "blocks.ref" },
        zone: { type: "dynamiczone", components: ["blocks.ref", "shared.seo"], pluginOptions: localized },
        topic: { type: "relation", relation: "manyToOne", target: "api::topic.topic", inversedBy: "essays" },
        tags: { type: "relation", relation: "manyToMany", target: "api::tag.tag", pluginOptions: localized },
        thing,
        things,
      },
    },
    topic: {
      plural: "topics",
      dp: false,
      pluginOptions: localized,
      attributes: {
        name: own,
        rank: { type: "integer" },
        essays: { type: "relation", relation: "oneToMany", target: "api::essay.essay", mappedBy: "topic" },
      },
    },
    home: {
      kind: "singleType",
      plural: "homes",
      pluginOptions: localized,
      attributes: { title: own, thing, sku: text },
    },
    flat: { plural: "flats", dp: false, attributes: { title: text, thing, things } },
    mark: {
      plural: "marks",
      attributes: {
        name: text,
        pin: { type: "relation", relation: "morphOne", target: "api::essay.essay", morphBy: "thing" },
        essays: { type: "relation", relation: "morphMany", target: "api::essay.essay", morphBy: "things" },
        flats: { type: "relation", relation: "morphMany", target: "api::flat.flat", morphBy: "things" },
      },
    },
  },
  components: { ...components, "blocks.ref": { label: text, thing, things } },
};
