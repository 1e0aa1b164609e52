import {
  type MediaAttribute,
  MORPH_INVERSE_KINDS,
  MORPH_KINDS,
  type MorphAttribute,
  type RelationAttribute,
} from "../../attribute.ts";
import { FILE_TYPE } from "../../content-type.ts";
import { FILE_KINDS } from "../../definition.ts";
import type { Report } from "../../schema-error.ts";
import { attributeBase } from "../../shapes/attribute-base.ts";
import { mediaShape, morphInverseShape, morphShape, relationShape } from "../../shapes/attribute-shapes.ts";
import { checkShape } from "../../shapes/check-shape.ts";
import { present, type UnknownRecord } from "../../shapes/record.ts";
import type { DefinitionScope } from "../scope.ts";

/** Defines an attribute of type media. */
export function defineMedia(
  name: string,
  definition: UnknownRecord,
  _scope: DefinitionScope,
  report: Report,
): MediaAttribute | undefined {
  const options = checkShape(mediaShape, definition, report);
  if (options === undefined) return undefined;
  const { multiple: many = false, allowedTypes = FILE_KINDS } = options;
  return { kind: "media", ...attributeBase(name, options), many, allowedTypes };
}

/** Defines an attribute of type relation; its other end is checked with the rest of the schema. */
export function defineRelation(
  name: string,
  definition: UnknownRecord,
  scope: DefinitionScope,
  report: Report,
): RelationAttribute | MediaAttribute | MorphAttribute | undefined {
  const { relation } = definition;
  if (MORPH_KINDS.some((kind) => kind === relation)) return defineMorph(name, definition, report);
  if (MORPH_INVERSE_KINDS.some((kind) => kind === relation)) return defineMorphInverse(name, definition, scope, report);
  return defineTargeted(name, definition, scope, report);
}

function defineMorph(name: string, definition: UnknownRecord, report: Report): MorphAttribute | undefined {
  const options = checkShape(morphShape, definition, report);
  if (options === undefined) return undefined;
  const { relation } = options;
  return { kind: "morph", ...attributeBase(name, options), relation, many: relation === "morphToMany" };
}

/** A relation to files by their `related` is a media attribute, as Strapi declares it. */
function defineMorphInverse(
  name: string,
  definition: UnknownRecord,
  scope: DefinitionScope,
  report: Report,
): RelationAttribute | MediaAttribute | undefined {
  const options = checkShape(morphInverseShape, definition, report);
  if (options === undefined) return undefined;
  const { relation, target, morphBy: mappedBy } = options;
  const base = attributeBase(name, options);
  const many = relation === "morphMany";
  if (target === FILE_TYPE && mappedBy === "related") return { kind: "media", ...base, many, allowedTypes: FILE_KINDS };
  checkTarget(target, scope, report);
  return { kind: "relation", ...base, relation, target, many, mappedBy };
}

function defineTargeted(
  name: string,
  definition: UnknownRecord,
  scope: DefinitionScope,
  report: Report,
): RelationAttribute | undefined {
  const options = checkShape(relationShape, definition, report);
  if (options === undefined) return undefined;
  const { relation, target, inversedBy, mappedBy, foreignKey } = options;
  checkTarget(target, scope, report);
  if (inversedBy !== undefined && mappedBy !== undefined) report(["mappedBy"], "cannot be combined with inversedBy");
  return {
    kind: "relation",
    ...attributeBase(name, options),
    relation,
    target,
    many: relation === "oneToMany" || relation === "manyToMany",
    ...present({ inversedBy, mappedBy, foreignKey }),
  };
}

function checkTarget(target: string, scope: DefinitionScope, report: Report): void {
  if (!scope.types.has(target)) report(["target"], `names ${target}, which is not a content type`);
}
