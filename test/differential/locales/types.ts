import type { Types } from "../../support/vectors/format.ts";

const localized = { i18n: { localized: true } };

/** Locales beside the default one. */
export const LOCALES = ["fr", "de"] as const;

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
        pages: { type: "relation", relation: "oneToMany", target: "api::page.page", mappedBy: "country" },
      },
    },
  },
  components: { "shared.link": { label: { type: "string" }, size: { type: "integer" } } },
};
