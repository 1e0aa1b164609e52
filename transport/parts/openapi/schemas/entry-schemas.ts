import {
  type AnyModel,
  type Attribute,
  type Component,
  type ContentType,
  type DynamicZoneAttribute,
  hasRelatedEntries,
  type LinkAttribute,
  RELATED_ENTRIES,
  type Status,
} from "../../../../engine/internal.ts";
import { isScalar } from "../../../contract/model/shown-attributes.ts";
import { type Context, nameOf, seesDrafts, shownAttributes } from "../context.ts";
import { anyOf, arrayOf, type JsonSchema, NULL, nullable, objectWith } from "./json-schema.ts";
import { answeredScalar, DOCUMENT_ID, ID, INSTANT } from "./scalar-schemas.ts";

/**
 * `Post`, the published version of an entry, and `PostDraft`; a type without drafts has only the first. Only the
 * identity is required, since a request may choose fields (reads, §10). `isTyped`: behind a relation to any type, with
 * the type in `__type`.
 */
export function entrySchema(context: Context, type: ContentType, status: Status, isTyped = false): JsonSchema {
  const isDraft = status === "draft" && type.draftAndPublish;
  const own = isTyped ? { __type: { type: "string", const: type.uid } } : {};
  context.models.add(type);
  return context.components.schema(nameOf(context, type, `${isDraft ? "Draft" : ""}${isTyped ? "Typed" : ""}`), () => ({
    ...objectWith({ ...entryMembers(context, type, isDraft), ...own }, ["id", "documentId", ...Object.keys(own)]),
    description: `${type.displayName}, \`${type.uid}\`${isDraft ? ", as a draft" : ""}${isTyped ? ", behind a relation to any type" : ""}.`,
  }));
}

function entryMembers(context: Context, type: ContentType, isDraft: boolean): { readonly [name: string]: JsonSchema } {
  const status = isDraft ? "draft" : "published";
  return {
    id: ID,
    documentId: DOCUMENT_ID,
    ...members(context, type, status, isScalar),
    createdAt: INSTANT,
    updatedAt: INSTANT,
    publishedAt: isDraft ? NULL : type.draftAndPublish ? INSTANT : nullable(INSTANT),
    ...members(context, type, status, (attribute) => !isScalar(attribute)),
    ...(context.profile.rules.relatedEntries === "shown" &&
      hasRelatedEntries(type) && { [RELATED_ENTRIES.name]: several(context, true, HOLDER, true) }),
  };
}

/** An entry that has a file, with whatever its type shows. */
const HOLDER: JsonSchema = {
  type: "object",
  required: ["__type", "id", "documentId"],
  properties: { __type: { type: "string" }, id: ID, documentId: DOCUMENT_ID },
};

/** An entry in any of the versions that the asker may see. */
export function anyEntry(context: Context, type: ContentType): JsonSchema {
  return anyOf(...statusesShown(context, type).map((status) => entrySchema(context, type, status)));
}

function statusesShown(context: Context, type: ContentType): readonly Status[] {
  return seesDrafts(context, type) ? ["published", "draft"] : ["published"];
}

/** `isItem`: in a dynamic zone, with its uid in `__component`. */
function componentSchema(context: Context, component: Component, status: Status, isItem = false): JsonSchema {
  const ending = `${status === "draft" ? "Draft" : ""}${isItem ? "Item" : ""}` as const;
  const own = isItem ? { __component: { type: "string", const: component.uid } } : {};
  context.models.add(component);
  return context.components.schema(nameOf(context, component, ending), () => ({
    ...objectWith({ ...own, id: ID, ...members(context, component, status, () => true) }, [...Object.keys(own), "id"]),
    description: `${component.displayName}, \`${component.uid}\`${isItem ? ", in a dynamic zone" : ""}.`,
  }));
}

function members(
  context: Context,
  model: AnyModel,
  status: Status,
  wanted: (attribute: Attribute) => boolean,
): { readonly [name: string]: JsonSchema } {
  const shown = shownAttributes(context, model).filter(wanted);
  return Object.fromEntries(shown.map((attribute) => [attribute.name, member(context, model, status, attribute)]));
}

function member(context: Context, model: AnyModel, status: Status, attribute: Attribute): JsonSchema {
  switch (attribute.kind) {
    case "scalar":
      return answeredScalar(context, attribute, !attribute.required || !isComplete(context, model, status));
    case "relation":
    case "media": {
      const entry = linkedEntry(context, model, status, attribute);
      const isCounted = attribute.kind === "relation" || context.profile.rules.mediaCounts === "counted";
      return several(context, attribute.many, entry, isCounted);
    }
    case "component": {
      const component = componentSchema(context, context.schema.component(attribute.component), status);
      return several(context, attribute.repeatable, component, true);
    }
    case "dynamiczone":
      return zoneSchema(context, attribute, status);
    case "morph": {
      const { access } = context.asker;
      const types = [...context.schema.types.values()].filter(({ uid }) => access.may(uid, "find"));
      const entries = types.flatMap((type) => {
        return statusesBehind(context, model, status, type).map((each) => entrySchema(context, type, each, true));
      });
      return several(context, attribute.many, entries.length === 0 ? false : anyOf(...entries), true);
    }
  }
}

/** Whether an entry always has all attributes that its type requires: a draft need not have them. */
function isComplete({ profile }: Context, model: AnyModel, status: Status): boolean {
  return status === "published" && (model.model === "content-type" || profile.rules.completeComponents);
}

/** A populated attribute: an entry or null, or a list, or the number of entries (reads, §11). */
function several(context: Context, many: boolean, entry: JsonSchema, isCounted: boolean): JsonSchema {
  const shown = many ? [arrayOf(entry)] : [entry, NULL];
  return isCounted ? anyOf(...shown, countSchema(context)) : anyOf(...shown);
}

function countSchema({ components }: Context): JsonSchema {
  return components.schema("Count", () => ({
    ...objectWith({ count: { type: "integer", minimum: 0 } }, ["count"]),
    description: "What is populated with `count` is the number of its entries.",
  }));
}

/**
 * Behind a relation, a version of an entry shows versions of the same status; anything else shows the requested status.
 */
function linkedEntry(context: Context, model: AnyModel, status: Status, attribute: LinkAttribute): JsonSchema {
  const target = context.schema.target(attribute);
  return anyOf(...statusesBehind(context, model, status, target).map((each) => entrySchema(context, target, each)));
}

function statusesBehind(context: Context, model: AnyModel, status: Status, target: ContentType): readonly Status[] {
  const hasVersions = model.model === "component" ? status === "draft" : model.draftAndPublish;
  return hasVersions ? [status] : statusesShown(context, target);
}

function zoneSchema(context: Context, { components: uids }: DynamicZoneAttribute, status: Status): JsonSchema {
  const items = uids.map((uid) => componentSchema(context, context.schema.component(uid), status, true));
  return zoneOf(uids, items);
}

/** A list of items, each with its uid in `__component`. */
export function zoneOf(uids: readonly string[], items: readonly JsonSchema[]): JsonSchema {
  if (items.length === 0) return { type: "array", maxItems: 0 };
  const mapping = Object.fromEntries(uids.map((uid, index) => [uid, Object(items[index]).$ref]));
  return arrayOf({ oneOf: items, discriminator: { propertyName: "__component", mapping } });
}
