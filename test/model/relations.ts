import type { AnyModel, ContentType, LinkAttribute, Schema } from "../../engine/internal.ts";

/** The links that an attribute shows: by the name they are stored under, and from which end. */
export interface ShownLinks {
  readonly relation: string;
  readonly end: "source" | "target";
  readonly other: ContentType;
}

export function linksShownBy(schema: Schema, model: AnyModel, attribute: LinkAttribute): ShownLinks {
  const other = schema.target(attribute);
  if (attribute.kind === "relation" && attribute.mappedBy !== undefined) {
    return { relation: `${other.uid}.${attribute.mappedBy}`, end: "target", other };
  }
  return { relation: `${model.uid}.${attribute.name}`, end: "source", other };
}
