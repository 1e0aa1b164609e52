import { type ContentType, meantName, type Schema } from "../../../engine/internal.ts";

/** The content type with this uid, or else this singular name. */
export function typeNamed(schema: Schema, name: string): ContentType | undefined {
  return schema.types.get(name) ?? [...schema.types.values()].find(({ singularName }) => singularName === name);
}

/** The fault that no content type has this name, with the one that may be meant. */
export function noTypeNamed(schema: Schema, name: string): string {
  const names = name.includes("::") ? schema.types.keys() : [...schema.types.values()].map((type) => type.singularName);
  return `there is no content type "${name}"${meantName(name, names)}`;
}
