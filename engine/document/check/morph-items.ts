import type { Issue } from "../../error.ts";
import type { MorphAttribute } from "../../schema/attribute.ts";
import type { ContentType } from "../../schema/content-type.ts";
import type { Schema } from "../../schema/schema.ts";
import { isRecord } from "../../schema/shapes/record.ts";
import { own } from "../data.ts";
import { faultAt, type Path } from "../path.ts";

/** One document in the value of a morph attribute. */
export interface MorphItem {
  readonly value: unknown;
  /** Path from the data that has the attribute. */
  readonly path: Path;
}

const OPERATIONS = ["set", "connect", "disconnect"] as const;

/** The documents that a morph attribute's value names, in any of the accepted forms (writes, §12.5). */
export function* morphItems({ name }: MorphAttribute, value: unknown): Generator<MorphItem> {
  if (!isRecord(value) || isReference(value)) return yield* itemsIn([name], value);
  for (const operation of OPERATIONS) yield* itemsIn([name, operation], own(value, operation));
}

/** The content type that an item names by `__type`. */
export function morphType(schema: Schema, item: unknown): ContentType | undefined {
  const uid = isRecord(item) ? own(item, "__type") : undefined;
  return typeof uid === "string" ? schema.types.get(uid) : undefined;
}

/** Items that name no content type: a documentId alone is ambiguous here. */
export function morphFaults(schema: Schema, attribute: MorphAttribute, value: unknown, above: Path): Issue[] {
  const faulty = [...morphItems(attribute, value)].filter((item) => morphType(schema, item.value) === undefined);
  return faulty.map(({ path }) => faultAt([...above, ...path, "__type"], "must be the uid of a content type"));
}

/**
 * Whether every item names its type, in a list or in lists of operations: the only form that the peer accepts over
 * REST (recorded).
 */
export function isTypedList(attribute: MorphAttribute, value: unknown): boolean {
  const lists = isRecord(value) ? OPERATIONS.flatMap((name) => own(value, name) ?? []) : value;
  const isList = isRecord(value) ? OPERATIONS.some((name) => Array.isArray(own(value, name))) : Array.isArray(lists);
  return isList && [...morphItems(attribute, value)].every((item) => isRecord(item.value) && "__type" in item.value);
}

function isReference(value: object): boolean {
  return ["__type", "id", "documentId"].some((key) => Object.hasOwn(value, key));
}

function* itemsIn(path: Path, value: unknown): Generator<MorphItem> {
  if (Array.isArray(value)) for (const [at, item] of value.entries()) yield { value: item, path: [...path, at] };
  else if (value !== null && value !== undefined) yield { value, path };
}
