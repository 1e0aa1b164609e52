import { type ContentType, EngineError, meantName, type Schema } from "../../engine/internal.ts";

/** Types by uid, singular and plural name. Types with REST routes take precedence over plugins' types. */
export function typesByName(schema: Schema): ReadonlyMap<string, ContentType> {
  const types = [...schema.types.values()];
  const ordered = [...types.filter((type) => !type.rest), ...types.filter((type) => type.rest)];
  const named = ordered.flatMap((type) => [[type.singularName, type] as const, [type.pluralName, type] as const]);
  return new Map([...named, ...types.map((type) => [type.uid, type] as const)]);
}

/** The type of this name. Throws EngineError `not-found` if there is none. */
export function typeByName(schema: Schema, name: string): ContentType {
  const type = schema.types.get(name) ?? typesByName(schema).get(name);
  if (type !== undefined) return type;
  const hint = typeof name === "string" ? meantName(name, typesByName(schema).keys()) : "";
  throw new EngineError("not-found", `There is no content type ${String(name)}${hint}`);
}
