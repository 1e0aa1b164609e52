import { type AnyModel, type ContentType, FILE_TYPE } from "../content-type.ts";
import type { SchemaDefinition } from "../definition.ts";
import { Schema } from "../schema.ts";
import { type Report, SchemaError, type SchemaIssue } from "../schema-error.ts";
import { isRecord, type UnknownRecord } from "../shapes/record.ts";
import { BUILT_IN_TYPES } from "./built-in-types.ts";
import { checkLinks } from "./check-links.ts";
import { checkNames } from "./check-names.ts";
import { checkUniquePaths } from "./check-unique-paths.ts";
import { defineComponent } from "./define-component.ts";
import { defineContentType } from "./define-content-type.ts";
import type { Draft } from "./draft.ts";
import { readParts } from "./read-parts.ts";
import type { DefinitionScope } from "./scope.ts";

/**
 * Defines a schema from plain data in the form of Strapi's schema files. Throws a SchemaError with every fault of the
 * definition, whatever value it is.
 *
 * Types of Strapi's own plugins are added if something refers to them; the type of uploaded files always is. A
 * definition's own type of the same uid takes precedence.
 */
export function defineSchema(definition: SchemaDefinition): Schema {
  const issues: SchemaIssue[] = [];
  const reportOn = (model: string): Report => {
    return (path, message) => issues.push({ model, path, message });
  };
  const parts = readParts(definition, reportOn(""));
  const scope: DefinitionScope = {
    types: new Set([...parts.contentTypes.keys(), ...BUILT_IN_TYPES.keys()]),
    components: new Set(parts.components.keys()),
    customFields: parts.customFields,
    defaultLocale: parts.locales[0]?.code ?? "en",
    tolerant: parts.tolerant,
  };
  const draftComponent = (uid: string, part: UnknownRecord) => defineComponent(uid, part, scope, reportOn(uid));
  const draftType = (uid: string, part: UnknownRecord) => defineContentType(uid, part, scope, reportOn(uid));
  const components = draftAll(parts.components, draftComponent);
  const types = draftAll(parts.contentTypes, draftType);
  addBuiltInTypes(types, components.values(), draftType);
  checkNames(types.values(), parts.tolerant);
  checkLinks(types);
  checkUniquePaths(types.values(), components);
  if (issues.length > 0) throw new SchemaError(issues);
  return new Schema(models(types), models(components), parts.locales);
}

function draftAll<D>(
  parts: ReadonlyMap<string, unknown>,
  draft: (uid: string, part: UnknownRecord) => D,
): Map<string, D> {
  const drafts = new Map<string, D>();
  for (const [uid, part] of parts) if (isRecord(part)) drafts.set(uid, draft(uid, part));
  return drafts;
}

function models<M extends AnyModel>(drafts: ReadonlyMap<string, Draft<M>>): M[] {
  return [...drafts.values()].map((draft) => draft.model);
}

/** Adds the types that the types added so far, and the components, refer to. */
function addBuiltInTypes(
  types: Map<string, Draft<ContentType>>,
  components: Iterable<Draft<AnyModel>>,
  define: (uid: string, definition: UnknownRecord) => Draft<ContentType>,
): void {
  const add = (uid: string) => {
    const definition = BUILT_IN_TYPES.get(uid);
    if (definition !== undefined && !types.has(uid)) types.set(uid, define(uid, { ...definition }));
  };
  add(FILE_TYPE);
  for (const draft of components) for (const target of targets(draft)) add(target);
  // Iterates over types that are added meanwhile, too.
  for (const draft of types.values()) for (const target of targets(draft)) add(target);
}

function targets({ model }: Draft<AnyModel>): string[] {
  return [...model.attributes.values()].flatMap((attribute) =>
    attribute.kind === "relation" ? [attribute.target] : [],
  );
}
