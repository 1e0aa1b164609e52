import { type ContentType, type Issue, meantName, type Schema } from "../../../engine/internal.ts";

/** The content type with this uid, or else this singular name. */
export function typeNamed(schema: Schema, name: string): ContentType | undefined {
  return schema.types.get(name) ?? [...schema.types.values()].find(({ singularName }) => singularName === name);
}

/** The fault that no content type has this name, with the one that may be meant. */
export function noTypeNamed(schema: Schema, name: string): string {
  const names = name.includes("::") ? schema.types.keys() : [...schema.types.values()].map((type) => type.singularName);
  return `there is no content type "${name}"${meantName(name, names)}`;
}

/** The faults of the `types` of a filter. */
export function faultsInTypes(schema: Schema, types: readonly string[] = []): Issue[] {
  return types.flatMap((name, at) =>
    typeNamed(schema, name) === undefined ? [{ path: ["types", String(at)], message: noTypeNamed(schema, name) }] : [],
  );
}

/** The uids of the `types` of a filter without faults; null for a filter that names none. */
export function uidsOfTypes(schema: Schema, types: readonly string[] | undefined): ReadonlySet<string> | null {
  return types === undefined ? null : new Set(types.map((name) => typeNamed(schema, name)?.uid ?? name));
}
