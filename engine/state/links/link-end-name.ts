import type { Layer, Status } from "../../values/version.ts";

/** The end of a relation: the model that owns it, or the one it leads to. */
export type End = "source" | "target";

/** Keys of the ends of a relation in the default locale. */
export type EndNames = Readonly<Record<End, Readonly<Record<Status, string>>>>;

/** The keys of a relation of this name. */
export function endNames(name: string): EndNames {
  const namesOf = (end: End) => ({ draft: nameOf(name, end, "draft"), published: nameOf(name, end, "published") });
  return { source: namesOf("source"), target: namesOf("target") };
}

/** Key of one end of a relation in a layer, for the indexes of a space. Other locales may have any number of layers. */
export function linkEndName(
  { name, endNames }: { readonly name: string; readonly endNames: EndNames },
  end: End,
  layer: Layer,
): string {
  return layer === "draft" || layer === "published" ? endNames[end][layer] : nameOf(name, end, layer);
}

function nameOf(name: string, end: End, layer: Layer): string {
  return `${name} ${end} ${layer}`;
}
