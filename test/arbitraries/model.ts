import { type AttributeDefinition, type AttributeDefinitions, BUILT_IN_TYPES } from "../../engine/internal.ts";
import type { Types } from "../support/vectors/format.ts";

/** Content types and components as a caller meets them who walks from one to the next. */
export interface Model {
  readonly types: Types;
  readonly attributes: AttributeDefinitions;
}

export interface ModelStep {
  readonly name: string;
  /** The model behind the attribute; null behind a scalar. */
  readonly to: Model | null;
}

const SYSTEM = ["id", "documentId", "createdAt", "updatedAt", "publishedAt", "createdBy", "locale"];

export function modelOf(types: Types, type: string): Model {
  const definition = types.types[type];
  if (definition === undefined) throw new Error(`There is no type ${type}`);
  return { types, attributes: definition.attributes };
}

/** Every name that a caller can use or try to. */
export function namesOf({ attributes }: Model): readonly string[] {
  return [...Object.keys(attributes), ...SYSTEM, "nosuch"];
}

/** The step that a number encodes. `nested`: through an attribute with attributes behind it, if there is one. */
export function stepFrom(model: Model, choice: number, wish: "any" | "nested" = "any"): ModelStep {
  const nested = Object.keys(model.attributes).filter((name) => isNested(model.attributes[name]));
  const names = wish === "nested" && nested.length > 0 ? nested : namesOf(model);
  const name = names[choice % names.length] ?? "";
  return { name, to: behind(model, model.attributes[name], choice) };
}

function isNested(attribute: AttributeDefinition | undefined): boolean {
  return ["relation", "component", "dynamiczone", "media"].includes(attribute?.type ?? "");
}

function behind({ types }: Model, attribute: AttributeDefinition | undefined, choice: number): Model | null {
  if (attribute === undefined) return null;
  if (attribute.type === "relation" && "target" in attribute) {
    const builtIn = BUILT_IN_TYPES.get(attribute.target ?? "");
    return builtIn ? { types, attributes: builtIn.attributes } : modelOf(types, nameOf(attribute.target));
  }
  if (attribute.type === "component") return component(types, attribute.component);
  if (attribute.type === "dynamiczone") {
    return component(types, attribute.components[choice % attribute.components.length] ?? "");
  }
  return null;
}

function component(types: Types, uid: string): Model {
  return { types, attributes: types.components[uid] ?? {} };
}

/** `api::post.post` is the type post. */
function nameOf(uid: string | undefined): string {
  return uid?.split(".")[1] ?? "";
}
