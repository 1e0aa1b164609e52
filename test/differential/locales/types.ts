import type { AttributeDefinition } from "../../../engine/schema/definition.ts";
import type { Part, Types } from "../../support/vectors/format.ts";

const localized = { i18n: { localized: true } };

/** Locales beside the default one. */
export const LOCALES = ["fr", "de"] as const;

/** Both servers number these from 1. */
export const FILES: readonly Part[] = ["b", "a", "d", "c", "e"].map((name) => ({
  name: "files",
  filename: `${name}.txt`,
  type: "text/plain",
  value: `the text of ${name}`,
}));

function media(multiple: boolean, pluginOptions?: object): AttributeDefinition {
  return {
    type: "media",
    multiple,
    allowedTypes: ["files"],
    ...(pluginOptions && { pluginOptions }),
  } as AttributeDefinition;
}

/** Localized types with drafts and without, values and components that their locales share, and a type without locales. */
export const LOCALIZED_TYPES: Types = {
  types: {
    page: {
      plural: "pages",
      pluginOptions: localized,
      attributes: {
        title: { type: "string", pluginOptions: localized },
        count: { type: "integer", pluginOptions: localized },
        sku: { type: "string" },
        price: { type: "integer", default: 7 },
        link: { type: "component", component: "shared.link" },
        links: { type: "component", component: "shared.link", repeatable: true, pluginOptions: localized },
        cover: media(false),
        picture: media(false, localized),
        gallery: media(true, localized),
        zone: { type: "dynamiczone", components: ["shared.link", "shared.album"], pluginOptions: localized },
        things: { type: "relation", relation: "morphToMany" },
        topic: { type: "relation", relation: "manyToOne", target: "api::topic.topic", inversedBy: "pages" },
        tags: { type: "relation", relation: "manyToMany", target: "api::topic.topic" },
        country: { type: "relation", relation: "manyToOne", target: "api::country.country", inversedBy: "pages" },
      },
    },
    topic: {
      plural: "topics",
      dp: false,
      pluginOptions: localized,
      attributes: {
        name: { type: "string", pluginOptions: localized },
        rank: { type: "integer" },
        pages: { type: "relation", relation: "oneToMany", target: "api::page.page", mappedBy: "topic" },
      },
    },
    country: {
      plural: "countries",
      dp: false,
      attributes: {
        name: { type: "string" },
        flag: media(false),
        pages: { type: "relation", relation: "oneToMany", target: "api::page.page", mappedBy: "country" },
      },
    },
  },
  components: {
    "shared.link": { label: { type: "string" }, size: { type: "integer" }, icon: media(false) },
    "shared.album": { label: { type: "string" }, pictures: media(true) },
  },
};
