import {
  type AnyModel,
  type Attribute,
  type Component,
  type LinkAttribute,
  mayFollow,
} from "../../../../engine/internal.ts";
import { writableAttributes } from "../../../contract/model/shown-attributes.ts";
import { type Context, nameOf } from "../context.ts";
import { zoneOf } from "./entry-schemas.ts";
import { anyOf, arrayOf, type JsonSchema, type Keywords, NULL, nullable, objectWith } from "./json-schema.ts";
import { DOCUMENT_ID, ID, writtenScalar } from "./scalar-schemas.ts";

/**
 * `PostInput`: what may be written to a model (writes, §3). Nothing is required, because an update sends only changes.
 */
export function inputSchema(context: Context, model: AnyModel): JsonSchema {
  return context.components.schema(nameOf(context, model, "Input"), () => ({
    ...objectWith(inputMembers(context, model)),
    description: `What may be written of ${model.displayName}, \`${model.uid}\`.`,
  }));
}

function itemInput(context: Context, component: Component): JsonSchema {
  return context.components.schema(nameOf(context, component, "InputItem"), () =>
    objectWith({ __component: { type: "string", const: component.uid }, ...inputMembers(context, component) }, [
      "__component",
    ]),
  );
}

/** The properties of a model's input. */
export function inputMembers(context: Context, model: AnyModel): { readonly [name: string]: JsonSchema } {
  const members = inputAttributes(context, model).map(
    (attribute) => [attribute.name, inputMember(context, model, attribute)] as const,
  );
  return { ...(model.model === "component" && { id: ID }), ...Object.fromEntries(members) };
}

/** The attributes that the asker may write. */
export function inputAttributes(context: Context, model: AnyModel): readonly Attribute[] {
  return writableAttributes(model).filter(
    (attribute) => mayFollow(context.asker.access, attribute) && !attribute.system,
  );
}

/** Whether the document describes how the model is written, which it does for askers who may write it. */
export function hasInputSchema(context: Context, model: AnyModel): boolean {
  const endings = ["Input", "InputItem"] as const;
  return endings.some((ending) => Object.hasOwn(context.components.schemas, nameOf(context, model, ending)));
}

function inputMember(context: Context, model: AnyModel, attribute: Attribute): JsonSchema {
  switch (attribute.kind) {
    case "scalar":
      // Whether a component is part of a draft depends on its owner.
      return writtenScalar(context, attribute, model.model === "content-type" && !model.draftAndPublish);
    case "relation":
    case "media":
      return linkInput(context, attribute);
    case "component": {
      const component = inputSchema(context, context.schema.component(attribute.component));
      return attribute.repeatable ? arrayOf(component) : nullable(component);
    }
    case "dynamiczone": {
      const { components: uids } = attribute;
      return zoneOf(
        uids,
        uids.map((uid) => itemInput(context, context.schema.component(uid))),
      );
    }
    case "morph":
      return morphInput(context);
  }
}

/** The new value of a relation or media attribute, or a change to it (writes, §11.3 and §12.1). */
function linkInput(context: Context, { kind }: LinkAttribute): JsonSchema {
  const { components } = context;
  return kind === "media"
    ? components.schema("FileLink", () => linkForms(context, "File"))
    : components.schema("Link", () => linkForms(context, "Document"));
}

/** Documents of any type, each with its uid, and changes to a relation to them (writes, §12.5). */
function morphInput(context: Context): JsonSchema {
  return context.components.schema("MorphLink", () => {
    const reference = morphReference(context, {});
    const position = { ...POSITION, properties: { ...POSITION_MEMBERS, __type: { type: "string" } } };
    const lists = objectWith({
      set: nullable(arrayOf(reference)),
      connect: arrayOf(morphReference(context, { position })),
      disconnect: arrayOf(reference),
    });
    const isListed = context.profile.rules.morphForms === "typed lists";
    return isListed ? anyOf(arrayOf(reference), lists) : anyOf(reference, arrayOf(reference), lists, NULL);
  });
}

function morphReference(context: Context, more: { readonly [name: string]: JsonSchema }): JsonSchema {
  const uids = [...context.schema.types.keys()].filter((uid) => context.asker.access.may(uid, "find"));
  const typed = {
    type: "object",
    required: ["__type"],
    properties: { __type: { type: "string", enum: uids }, ...more },
  };
  return { allOf: [typed, objectReference(context, {})] };
}

function linkForms(context: Context, what: string): JsonSchema {
  const reference = context.components.schema(`${what}Reference`, () => referenceForms(context));
  const placed = context.components.schema(`Placed${what}Reference`, () =>
    anyOf(...plainReferences(context), objectReference(context, { position: POSITION })),
  );
  const lists = objectWith({
    set: nullable(arrayOf(reference)),
    connect: arrayOf(placed),
    disconnect: arrayOf(reference),
  });
  return anyOf(...plainReferences(context), objectReference(context, {}), arrayOf(reference), lists, NULL);
}

const POSITION_MEMBERS = {
  start: { type: "boolean" },
  end: { type: "boolean" },
  before: { type: ["string", "integer"] },
  after: { type: ["string", "integer"] },
};

const POSITION: Keywords = {
  type: "object",
  description: "Where a connected document stands among the others.",
  properties: POSITION_MEMBERS,
};

function referenceForms(context: Context): JsonSchema {
  return anyOf(...plainReferences(context), objectReference(context, {}));
}

function plainReferences({ profile }: Context): readonly JsonSchema[] {
  return profile.rules.numericReferences ? [DOCUMENT_ID, ID] : [DOCUMENT_ID];
}

function objectReference({ profile }: Context, more: { readonly [name: string]: JsonSchema }): JsonSchema {
  const named = (name: string, schema: JsonSchema): JsonSchema => ({
    type: "object",
    required: [name],
    properties: { [name]: schema, ...more },
  });
  const byDocument = named("documentId", DOCUMENT_ID);
  return profile.rules.numericReferences ? anyOf(byDocument, named("id", ID)) : byDocument;
}
