import type { AnyModel, Attribute, Schema } from "../../../engine/internal.ts";
import { isRecord, type UnknownRecord } from "../../../engine/internal.ts";

/** A `{ "$ref": name }` in the value of a relation or media attribute. */
export interface Reference {
  /** uid of the content type that the name is looked up in. */
  readonly target: string;
  readonly name: unknown;
  /** Code of the locale that it names, which counts in types without locales. */
  readonly locale: unknown;
  /** The entry itself, where it stands in the data as REST answers it; its name is its documentId. */
  readonly entry: UnknownRecord | null;
  /** Path from the data that contains it. */
  readonly path: readonly string[];
}

/** Replaces a reference; undefined leaves it out. */
export type Resolve = (reference: Reference) => unknown;

/** The data with each reference replaced. References have no meaning outside relations and media. `path`: of the data. */
export function replaceReferences(
  schema: Schema,
  model: AnyModel,
  data: UnknownRecord,
  resolve: Resolve,
  path: readonly string[] = [],
): UnknownRecord {
  const entries = Object.entries(data).map(([name, value]) => {
    const attribute = model.attributes.get(name);
    const replaced = attribute === undefined ? value : replaceAt(schema, attribute, value, [...path, name], resolve);
    return [name, replaced] as const;
  });
  return Object.fromEntries(entries);
}

/** Every reference in the data. */
export function referencesIn(schema: Schema, model: AnyModel, data: UnknownRecord): readonly Reference[] {
  const found: Reference[] = [];
  replaceReferences(schema, model, data, (reference) => {
    found.push(reference);
    return undefined;
  });
  return found;
}

function replaceAt(
  schema: Schema,
  attribute: Attribute,
  value: unknown,
  path: readonly string[],
  resolve: Resolve,
): unknown {
  switch (attribute.kind) {
    case "relation":
    case "media":
      return replaceInLink(schema.target(attribute).uid, value, path, resolve);
    case "morph":
      return replaceInMorph(value, path, resolve);
    case "component":
    case "dynamiczone": {
      const inside = (item: unknown, at: readonly string[]) => {
        const uid = attribute.kind === "component" ? attribute.component : isRecord(item) && item.__component;
        const component = typeof uid === "string" ? schema.components.get(uid) : undefined;
        if (component === undefined || !isRecord(item)) return item;
        // A component that is answered has the id of its row, which is a new one here.
        const { id: _row, ...rest } = item;
        return replaceReferences(schema, component, component.attributes.has("id") ? item : rest, resolve, at);
      };
      if (Array.isArray(value)) return value.map((item, at) => inside(item, [...path, String(at)]));
      return inside(value, path);
    }
    default:
      return value;
  }
}

/** As in a link, where each reference names the type of its target. */
function replaceInMorph(value: unknown, path: readonly string[], resolve: Resolve): unknown {
  if (Array.isArray(value))
    return value.flatMap((item, at) => replaceInMorph(item, [...path, String(at)], resolve) ?? []);
  if (!isRecord(value)) return value;
  if (typeof value.__type === "string") return replaceInLink(value.__type, value, path, resolve);
  return Object.fromEntries(
    Object.entries(value).map(([name, each]) => [name, replaceInMorph(each, [...path, name], resolve)]),
  );
}

/** A reference may replace any name of a document: alone, in lists, under connect, set and position. */
function replaceInLink(target: string, value: unknown, path: readonly string[], resolve: Resolve): unknown {
  if (Array.isArray(value)) {
    return value.flatMap((item, at) => replaceInLink(target, item, [...path, String(at)], resolve) ?? []);
  }
  if (!isRecord(value)) return value;
  if (Object.hasOwn(value, "$ref")) {
    const { $ref: name, ...rest } = value;
    const replaced = resolve({ target, name, locale: rest.locale, entry: null, path });
    const beside = replaceMembers(target, rest, path, resolve);
    const alone = replaced === undefined || Object.keys(beside).length === 0;
    return alone ? replaced : { ...beside, documentId: replaced };
  }
  if (isAnswered(value)) {
    const { documentId: name, locale, __type } = value;
    const replaced = resolve({ target, name, locale, entry: value, path });
    return replaced === undefined || __type === undefined ? replaced : { __type, documentId: replaced };
  }
  return replaceMembers(target, value, path, resolve);
}

/** An entry as a populated relation shows it, and no item that is connected at a position. */
function isAnswered(value: UnknownRecord): boolean {
  return typeof value.documentId === "string" && Object.hasOwn(value, "id") && !Object.hasOwn(value, "position");
}

function replaceMembers(target: string, value: UnknownRecord, path: readonly string[], resolve: Resolve) {
  const entries = Object.entries(value).flatMap(([key, part]) => {
    const replaced = replaceInLink(target, part, [...path, key], resolve);
    return replaced === undefined ? [] : [[key, replaced] as const];
  });
  return Object.fromEntries(entries);
}
