import type { Attribute, MorphInverseKind, RelationAttribute, RelationKind } from "../attribute.ts";
import type { ContentType } from "../content-type.ts";
import { below, type Report } from "../schema-error.ts";
import type { Draft } from "./draft.ts";

type Drafts = ReadonlyMap<string, Draft<ContentType>>;

/**
 * Checks that the ends of every two-way relation name each other and are of matching kinds, and that a uid is derived from a
 * string or text.
 */
export function checkLinks(drafts: Drafts): void {
  for (const draft of drafts.values())
    for (const attribute of draft.model.attributes.values()) {
      const report = below(draft.report, "attributes", attribute.name);
      if (attribute.kind === "relation") checkOtherEnd(draft.model, attribute, drafts, report);
      if (attribute.kind === "scalar" && attribute.targetField !== undefined)
        checkTargetField(draft, attribute.targetField, report);
    }
}

const OTHER_KIND: { readonly [K in RelationKind | MorphInverseKind]: RelationKind | null } = {
  oneToOne: "oneToOne",
  oneToMany: "manyToOne",
  manyToOne: "oneToMany",
  manyToMany: "manyToMany",
  morphOne: null,
  morphMany: null,
};

function checkOtherEnd(type: ContentType, attribute: RelationAttribute, drafts: Drafts, report: Report): void {
  if (attribute.relation === "morphOne" || attribute.relation === "morphMany") {
    checkMorphOwner(attribute, drafts, report);
    return;
  }
  const owning = attribute.inversedBy !== undefined;
  const [key, back] = owning ? (["inversedBy", "mappedBy"] as const) : (["mappedBy", "inversedBy"] as const);
  const otherName = attribute[key];
  const target = drafts.get(attribute.target);
  if (otherName === undefined || target === undefined || target.faulty.has(otherName)) return;
  const other = target.model.attributes.get(otherName);
  const place = `${otherName} of ${attribute.target}`;
  if (other === undefined) report([key], `names ${place}, which does not exist`);
  else if (other.kind !== "relation") report([key], `names ${place}, which is not a relation to a type`);
  else if (other.target !== type.uid || other[back] !== attribute.name)
    report([key], `names ${place}, which must have target ${type.uid} and ${back} ${attribute.name}`);
  else if (owning) checkKinds(attribute, other, place, report);
}

function checkMorphOwner({ target, mappedBy = "" }: RelationAttribute, drafts: Drafts, report: Report): void {
  const draft = drafts.get(target);
  if (draft === undefined || draft.faulty.has(mappedBy)) return;
  const owner = draft.model.attributes.get(mappedBy);
  if (owner === undefined) report(["morphBy"], `names ${mappedBy} of ${target}, which does not exist`);
  else if (owner.kind !== "morph")
    report(["morphBy"], `names ${mappedBy} of ${target}, which is not a morphToOne or morphToMany`);
}

/** Seen from the owning end, which is the one with many if only one has. */
function checkKinds({ relation }: RelationAttribute, other: RelationAttribute, place: string, report: Report): void {
  if (relation === "oneToMany") report(["inversedBy"], "must be mappedBy, and the other end inversedBy");
  else if (other.relation !== OTHER_KIND[relation])
    report(["relation"], `does not fit: ${relation} needs ${place} to be ${OTHER_KIND[relation]}`);
}

function checkTargetField({ model, faulty }: Draft<ContentType>, name: string, report: Report): void {
  const target = model.attributes.get(name);
  if (faulty.has(name) || isShortOrLongText(target)) return;
  report(["targetField"], `must name an attribute of type string or text, which ${name} is not`);
}

function isShortOrLongText(attribute: Attribute | undefined): boolean {
  return attribute?.kind === "scalar" && (attribute.type === "string" || attribute.type === "text");
}
