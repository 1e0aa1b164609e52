import { type ContentType, EngineError, meantName, type Schema } from "../../engine/internal.ts";

/** Types by uid, singular and plural name. Types with REST routes take precedence over plugins' types. */
export function typesByName(schema: Schema): ReadonlyMap<string, ContentType> {
  const types = [...schema.types.values()];
  const ordered = [...types.filter((type) => !type.rest), ...types.filter((type) => type.rest)];
  const named = ordered.flatMap((type) => [[type.singularName, type] as const, [type.pluralName, type] as const]);
  return new Map([...named, ...types.map((type) => [type.uid, type] as const)]);
}

/** The error for a type name that is none of these. */
export function unknownType(name: string, names: Iterable<string>): EngineError {
  const hint = typeof name === "string" ? meantName(name, names) : "";
  return new EngineError("not-found", `There is no content type ${String(name)}${hint}`);
}
