import type { LinkAttribute, MorphAttribute } from "../../schema/attribute.ts";
import { isRecord, type UnknownRecord } from "../../schema/shapes/record.ts";
import type { Status } from "../../values/version.ts";
import { own } from "../data.ts";

/** A document, or one of its versions by numeric id, as a caller names it. `type`: its content type, if any is allowed. */
export type Named =
  | {
      readonly by: "documentId";
      readonly documentId: string;
      readonly status?: Status;
      readonly locale?: string;
      readonly type?: string;
    }
  | { readonly by: "id"; readonly id: number; readonly type?: string }
  /** Names nothing: an empty text, an object without an id, or a numeric id where none is accepted. */
  | { readonly by: "nothing" };

export type NamedPosition = { readonly at: "start" | "end" } | { readonly before: Named } | { readonly after: Named };

export interface NamedConnection {
  readonly target: Named;
  readonly position?: NamedPosition;
}

/** A relation operation in normal form, whichever of the accepted forms it came in (writes, §12.1). */
export interface LinkInput {
  /** Replaces all links; the other lists have no effect then. */
  readonly set: readonly Named[] | null;
  readonly connect: readonly NamedConnection[];
  readonly disconnect: readonly Named[];
}

/**
 * Parses the value of a relation or media attribute. Null if nothing is to change. If the attribute holds one link,
 * the last of several targets to set wins, and the last of several files too.
 */
export function readLinks(
  attribute: LinkAttribute | MorphAttribute,
  value: unknown,
  numericIds: boolean,
): LinkInput | null {
  const naming: Naming = { attribute, numericIds };
  if (value === null) return setTo([], naming);
  if (!isRecord(value)) return typeof value === "boolean" ? null : setTo(value, naming);
  if (Object.hasOwn(value, "id") || Object.hasOwn(value, "documentId")) return setTo(value, naming);
  const connect = listOf(own(value, "connect")).map((item) => readConnection(item, naming));
  const disconnect = readNames(own(value, "disconnect"), naming);
  const targets = own(value, "set");
  if (isGiven(targets)) return { set: narrow(attribute, readNames(targets, naming)), connect, disconnect };
  if (connect.length === 0 && disconnect.length === 0) return null;
  return { set: null, connect: narrow(attribute, connect), disconnect };
}

/** How references are parsed. */
interface Naming {
  readonly attribute: LinkAttribute | MorphAttribute;
  readonly numericIds: boolean;
}

function setTo(list: unknown, naming: Naming): LinkInput {
  return { set: narrow(naming.attribute, readNames(list, naming)), connect: NONE, disconnect: NONE };
}

const NONE: readonly never[] = [];

/** Every reference in an operation. */
export function* namesIn({ set, connect, disconnect }: LinkInput): Generator<Named> {
  yield* set ?? [];
  yield* disconnect;
  for (const { target, position } of connect) {
    yield target;
    if (position !== undefined && "before" in position) yield position.before;
    if (position !== undefined && "after" in position) yield position.after;
  }
}

function listOf(value: unknown): readonly unknown[] {
  const list: readonly unknown[] = Array.isArray(value) ? value : [value];
  return list.every(isName) ? list : list.filter(isName);
}

function isName(item: unknown): boolean {
  return isGiven(item) && !isEmptyList(item);
}

function isEmptyList(value: unknown): boolean {
  return Array.isArray(value) && value.length === 0;
}

function isGiven(value: unknown): boolean {
  return value !== null && value !== undefined && value !== false;
}

function narrow<T>(attribute: LinkAttribute | MorphAttribute, items: readonly T[]): readonly T[] {
  if (attribute.many || items.length < 2) return items;
  return attribute.kind === "media" ? items.slice(0, 1) : items.slice(-1);
}

const NOTHING: Named = { by: "nothing" };

function readNames(list: unknown, naming: Naming): readonly Named[] {
  return listOf(list).map((item) => readOne(item, naming));
}

/** Parses one reference. `type`: its content type if it does not name one. */
function readOne(item: unknown, { attribute, numericIds }: Naming, type?: string): Named {
  const name = readName(item, numericIds);
  if (attribute.kind !== "morph" || name.by === "nothing") return name;
  const own = typeIn(item) ?? type;
  return own === undefined ? name : { ...name, type: own };
}

function typeIn(item: unknown): string | undefined {
  const type = isRecord(item) ? own(item, "__type") : undefined;
  return typeof type === "string" ? type : undefined;
}

function readName(value: unknown, numericIds: boolean): Named {
  if (!isRecord(value)) return nameOf(value, numericIds);
  const documentId = own(value, "documentId");
  if (typeof documentId !== "string" || documentId === "") {
    const id = own(value, "id");
    return numericIds && isNumeric(id) ? { by: "id", id: Number(id) } : NOTHING;
  }
  return { by: "documentId", documentId, ...statusIn(value), ...localeIn(value) };
}

function nameOf(value: unknown, numericIds: boolean): Named {
  if (numericIds && isNumeric(value)) return { by: "id", id: Number(value) };
  return typeof value === "string" && value !== "" ? { by: "documentId", documentId: value } : NOTHING;
}

/** A number, or a text that begins with a digit: no documentId does. */
function isNumeric(value: unknown): boolean {
  return typeof value === "number" || (typeof value === "string" && !Number.isNaN(Number.parseInt(value, 10)));
}

/** Any status other than `published` means the draft. */
function statusIn(value: UnknownRecord): { readonly status?: Status } {
  const status = own(value, "status");
  if (status === undefined || status === null || status === "") return {};
  return { status: status === "published" ? "published" : "draft" };
}

function localeIn(value: UnknownRecord): { readonly locale?: string } {
  const locale = own(value, "locale");
  return typeof locale === "string" && locale !== "" ? { locale } : {};
}

function readConnection(value: unknown, naming: Naming): NamedConnection {
  const target = readOne(value, naming);
  const position = isRecord(value) ? readPosition(own(value, "position"), typeIn(value), naming) : null;
  return position === null ? { target } : { target, position };
}

/**
 * A neighbour takes precedence over an end; anything unknown means the end of the list (writes, §12.4). The position
 * may name the neighbour's type; by default the neighbour has the type of the connected document.
 */
function readPosition(value: unknown, type: string | undefined, naming: Naming): NamedPosition | null {
  if (!isRecord(value)) return null;
  const besides = typeIn(value) ?? type;
  const before = own(value, "before");
  if (before) return { before: readOne(before, naming, besides) };
  const after = own(value, "after");
  if (after) return { after: readOne(after, naming, besides) };
  return own(value, "start") ? { at: "start" } : null;
}
