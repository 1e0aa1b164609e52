import type { Layer, Status } from "../../values/version.ts";
import type { End, Relation } from "./relation.ts";

type Names = Readonly<Record<End, Readonly<Record<Status, string>>>>;

const NAMES = new WeakMap<Relation, Names>();

/**
 * Key of one end of a relation in a layer, for the indexes of a space. Every query and write needs some, so the keys of
 * the default locale are kept; other locales may have any number.
 */
export function linkEndName(relation: Relation, end: End, layer: Layer): string {
  if (layer !== "draft" && layer !== "published") return nameOf(relation, end, layer);
  let names = NAMES.get(relation);
  if (names === undefined) {
    names = { source: namesOf(relation, "source"), target: namesOf(relation, "target") };
    NAMES.set(relation, names);
  }
  return names[end][layer];
}

function namesOf(relation: Relation, end: End): Names[End] {
  return { draft: nameOf(relation, end, "draft"), published: nameOf(relation, end, "published") };
}

function nameOf({ name }: Relation, end: End, layer: Layer): string {
  return `${name} ${end} ${layer}`;
}
