import type { MediaAttribute, MorphAttribute, RelationAttribute } from "../attribute.ts";
import { FILE_KINDS } from "../definition.ts";
import type { Report } from "../schema-error.ts";
import { attributeBase } from "../shapes/attribute-base.ts";
import { MORPH_KINDS, mediaShape, morphShape, relationShape } from "../shapes/attribute-shapes.ts";
import { checkShape } from "../shapes/check-shape.ts";
import { present, type UnknownRecord } from "../shapes/record.ts";
import type { Scope } from "./scope.ts";

/** An attribute of type media. */
export function defineMedia(
  name: string,
  definition: UnknownRecord,
  _scope: Scope,
  report: Report,
): MediaAttribute | undefined {
  const options = checkShape(mediaShape, definition, report);
  if (options === undefined) return undefined;
  const { multiple: many = false, allowedTypes = FILE_KINDS } = options;
  return { kind: "media", ...attributeBase(name, options), many, allowedTypes };
}

/** An attribute of type relation; that the other end of a two-way relation fits is checked with the rest of the schema. */
export function defineRelation(
  name: string,
  definition: UnknownRecord,
  scope: Scope,
  report: Report,
): RelationAttribute | MorphAttribute | undefined {
  return MORPH_KINDS.some((kind) => kind === definition.relation)
    ? defineMorph(name, definition, scope, report)
    : defineTargeted(name, definition, scope, report);
}

function defineMorph(
  name: string,
  definition: UnknownRecord,
  scope: Scope,
  report: Report,
): MorphAttribute | undefined {
  const options = checkShape(morphShape, definition, report);
  if (options === undefined) return undefined;
  const { relation, target } = options;
  if (target !== undefined) checkTarget(target, scope, report);
  else if (relation === "morphOne" || relation === "morphMany") report(["target"], "is missing");
  return { kind: "morph", ...attributeBase(name, options), relation };
}

function defineTargeted(
  name: string,
  definition: UnknownRecord,
  scope: Scope,
  report: Report,
): RelationAttribute | undefined {
  const options = checkShape(relationShape, definition, report);
  if (options === undefined) return undefined;
  const { relation, target, inversedBy, mappedBy } = options;
  checkTarget(target, scope, report);
  if (inversedBy !== undefined && mappedBy !== undefined) report(["mappedBy"], "must be absent beside inversedBy");
  return {
    kind: "relation",
    ...attributeBase(name, options),
    relation,
    target,
    many: relation === "oneToMany" || relation === "manyToMany",
    ...present({ inversedBy, mappedBy }),
  };
}

function checkTarget(target: string, scope: Scope, report: Report): void {
  if (!scope.types.has(target)) report(["target"], `names ${target}, which is no content type`);
}
