import {
  type AttributeDefinition,
  defineSchema,
  type RelationDefinition,
  type RelationKind,
} from "../../engine/internal.ts";
import { schemaOf } from "../support/content/schema-of.ts";
import type { Types } from "../support/vectors/format.ts";

const text = { type: "string" } as const;

function to(relation: RelationKind, target: string, options: Partial<RelationDefinition> = {}): RelationDefinition {
  return { type: "relation", relation, target: `api::${target}.${target}`, ...options };
}

function media(multiple: boolean): AttributeDefinition {
  return { type: "media", multiple, allowedTypes: ["images"] };
}

/**
 * Everything that a query can name: each scalar type, components alone, in lists and in zones, each kind of relation in
 * one direction and in both, between types with and without drafts; beside it what some or all callers must not see.
 */
export const CONTENT_TYPES: Types = {
  types: {
    note: {
      plural: "notes",
      attributes: {
        title: text,
        body: { type: "text" },
        rich: { type: "richtext" },
        mail: { type: "email" },
        slug: { type: "uid" },
        kind: { type: "enumeration", enum: ["alpha", "Beta", "gamma"] },
        count: { type: "integer" },
        ratio: { type: "float" },
        price: { type: "decimal" },
        big: { type: "biginteger" },
        flag: { type: "boolean" },
        day: { type: "date" },
        hour: { type: "time" },
        instant: { type: "datetime" },
        moment: { type: "timestamp" },
        data: { type: "json" },
        blocks: { type: "blocks" },
        pass: { type: "password" },
        hush: { type: "string", private: true },
        unsought: { type: "string", searchable: false },
        tags: to("manyToMany", "tag", { inversedBy: "notes" }),
        owner: to("manyToOne", "author", { inversedBy: "notes" }),
        twin: to("oneToOne", "note", { inversedBy: "twinOf" }),
        twinOf: to("oneToOne", "note", { mappedBy: "twin" }),
        related: to("oneToMany", "note"),
        places: to("manyToMany", "country"),
        whisper: to("manyToOne", "tag", { private: true }),
        cover: media(false),
        gallery: media(true),
        seo: { type: "component", component: "shared.seo" },
        parts: { type: "component", component: "shared.part", repeatable: true },
        zone: { type: "dynamiczone", components: ["shared.part", "shared.seo", "blocks.quote"] },
      },
    },
    tag: {
      plural: "tags",
      attributes: {
        name: text,
        weight: { type: "integer" },
        hush: { type: "string", private: true },
        notes: to("manyToMany", "note", { mappedBy: "tags" }),
        parent: to("manyToOne", "tag", { inversedBy: "children" }),
        children: to("oneToMany", "tag", { mappedBy: "parent" }),
      },
    },
    author: {
      plural: "authors",
      dp: false,
      attributes: {
        name: text,
        hush: { type: "string", private: true },
        notes: to("oneToMany", "note", { mappedBy: "owner" }),
        favourite: to("oneToOne", "tag"),
        picks: to("manyToMany", "note"),
        friends: to("manyToMany", "author"),
        country: to("manyToOne", "country", { inversedBy: "authors" }),
        vault: to("manyToOne", "vault"),
        photo: media(false),
        parts: { type: "component", component: "shared.part", repeatable: true },
        zone: { type: "dynamiczone", components: ["blocks.quote", "shared.part"] },
      },
    },
    country: {
      plural: "countries",
      dp: false,
      attributes: { code: text, authors: to("oneToMany", "author", { mappedBy: "country" }) },
    },
    vault: { plural: "vaults", dp: false, attributes: { name: text, notes: to("manyToMany", "note") } },
  },
  components: {
    "shared.part": {
      label: text,
      size: { type: "integer" },
      hush: { type: "string", private: true },
      tag: to("oneToOne", "tag"),
      authors: to("oneToMany", "author"),
      picture: media(false),
    },
    "shared.seo": {
      heading: text,
      parts: { type: "component", component: "shared.part", repeatable: true },
    },
    "blocks.quote": { words: { type: "text" }, by: to("oneToOne", "author") },
  },
};

export const CONTENT_DEFINITION = schemaOf(CONTENT_TYPES.types, CONTENT_TYPES.components);

export const CONTENT_SCHEMA = defineSchema(CONTENT_DEFINITION);
