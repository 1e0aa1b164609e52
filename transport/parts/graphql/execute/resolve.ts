import {
  defaultFieldResolver,
  defaultTypeResolver,
  type FieldNode,
  GraphQLError,
  type GraphQLFieldResolver,
  type GraphQLResolveInfo,
  type GraphQLTypeResolver,
} from "graphql";
import {
  type Access,
  EngineError,
  fieldAt,
  inStatus,
  isPromise,
  isRecord,
  type Linked,
  NULL_NODE,
  type Position,
  type ReadContext,
  rowAt,
  Suspension,
  type UnknownRecord,
  type VisibleNode,
} from "../../../../engine/internal.ts";
import type { KnownCaller } from "../../../access/caller.ts";
import type { Hooks } from "../../../hooks/hooks.ts";
import { HttpError } from "../../../http/http-error.ts";
import type { HttpRequest } from "../../../http/port.ts";
import type { OwnEntries } from "../extension/own-entries.ts";
import type { OwnOperation } from "../extension/schema-extension.ts";
import { LimitError } from "../limits.ts";
import { type EntryMeaning, type Meaning, meaningOf, type RootMeaning } from "../schema/meaning.ts";
import { typeName } from "../schema/names.ts";
import { isPageInfo } from "../schema/node-types.ts";
import type { Arguments } from "./arguments/list-params.ts";
import type { Budget } from "./budget.ts";
import { type EntrySource, entrySource, isEntrySource } from "./entry-source.ts";
import { Fault } from "./errors/fault.ts";
import { OwnFieldError } from "./errors/own-field-error.ts";
import { type HookedFields, type HookedList, isReadWithHooks } from "./hooked-fields.ts";
import { type PageInfo, pageInfoOf } from "./page-info.ts";
import type { FoundList, FoundOne, Reader } from "./reader.ts";
import type { Writer } from "./writer.ts";

/** State shared by the resolvers of one operation. */
export interface Resolving {
  readonly caller: KnownCaller;
  readonly request: HttpRequest;
  readonly reader: Reader;
  readonly writer: Writer;
  readonly hooks: Hooks;
  readonly hooked: HookedFields;
  readonly budget: Budget;
  /** Prepared reads: every entry of a level uses the same one. */
  readonly prepared: Map<FieldNode, PreparedLink>;
  /** Null without code of the user's own. */
  readonly own: OwnResolving | null;
}

/** The ways of resolvers to own code. */
export interface OwnResolving {
  readonly operation: OwnOperation;
  readonly entries: OwnEntries;
  /** The same for a caller with other rights. */
  asWith(access: Access): Resolving;
}

interface PreparedLink {
  readonly reading: ReadContext;
  readonly place: Position;
  readonly linked: Linked;
}

/** Resolves every field by its definition: the plain way, field by field, driven by graphql-js (see plan/). */
export const resolveField: GraphQLFieldResolver<unknown, Resolving> = (source, args, context, info) => {
  const field = info.parentType.getFields()[info.fieldName];
  const meaning = field === undefined ? undefined : meaningOf(field);
  try {
    const value = fieldValue(meaning, source, args, context, info);
    return isPromise(value) ? value.catch(rethrow) : value;
  } catch (error) {
    return rethrow(error);
  }
};

/** The value of a field by its meaning, from an entry or an object of own code. */
export function fieldValue(
  meaning: Meaning | undefined,
  source: unknown,
  args: Arguments,
  context: Resolving,
  info: GraphQLResolveInfo,
): unknown {
  if (meaning === undefined) {
    const { budget } = context;
    if (info.path.prev === undefined) budget.time();
    budget.spend(String(info.path.key).length + FIELD);
    return defaultFieldResolver(source, args, context, info);
  }
  if ("type" in meaning) return rootValue(meaning, args, context, info);
  const entry = isEntrySource(source) ? source : (context.own?.entries.sourceOf(source, info) ?? null);
  return entry === null ? valueIn(Object(source), meaning) : entryValue(meaning, entry, args, context, info);
}

/** A field of an entry that own code has made, and that is not stored. */
function valueIn(made: UnknownRecord, meaning: EntryMeaning): unknown {
  switch (meaning.kind) {
    case "identity":
      return made.documentId ?? made.id;
    case "value":
      return made[meaning.name];
    case "self":
      return made;
    case "nothing":
      return null;
    default: {
      const behind = made[meaning.attribute] ?? (meaning.kind === "one" ? null : []);
      return "nodes" in meaning && meaning.nodes ? { nodes: behind, data: behind } : behind;
    }
  }
}

/** The object type of an entry in a zone, or of an object of own code. */
export const resolveType: GraphQLTypeResolver<unknown, Resolving> = (value, context, info, type) => {
  if (isEntrySource(value)) return typeName(value.place.model);
  const { __component: uid }: { readonly __component?: unknown } = Object(value);
  const component = context.reader.schema.components.get(String(uid));
  return component === undefined ? defaultTypeResolver(value, context, info, type) : typeName(component);
};

/** Errors for callers, and what the executor of the operation handles. */
const PASSED_ON = [EngineError, LimitError, HttpError, GraphQLError, OwnFieldError, Suspension];

/** Errors that are not meant for the caller are wrapped, so that their message is not sent. */
export function rethrow(error: unknown): never {
  const isPassedOn = PASSED_ON.some((kind) => error instanceof kind);
  throw isPassedOn ? error : new Fault(error);
}

function rootValue(meaning: RootMeaning, args: Arguments, context: Resolving, info: GraphQLResolveInfo): unknown {
  const { reader, budget, hooks } = context;
  const { type } = meaning;
  if (isReadWithHooks(hooks, meaning)) return hookedValue(meaning, args, context, info);
  switch (meaning.kind) {
    case "find one":
    case "find single":
      return answered(meaning, entryOf(reader.one(type, args), budget));
    case "find many":
    case "find page": {
      const page = pageOf(reader.many(type, args, asksForPageInfo(info)), budget);
      return meaning.kind === "find many" ? page.nodes : page;
    }
    default:
      budget.time();
      return mutated(meaning, args, context);
  }
}

/** The answer to a mutation, which shows what it wrote; in Strapi 4 a deletion shows what it deleted. */
async function mutated(meaning: RootMeaning, sent: Arguments, { reader, writer, budget }: Resolving) {
  const named = reader.named(meaning.type, sent);
  const args = meaning.kind === "localize" ? { ...named, locale: sent.locale } : named;
  const isDeletion = meaning.kind === "delete" || meaning.kind === "delete single";
  const before = isDeletion && meaning.nodes ? reader.written(meaning.type, args) : null;
  const deleted = before && entryOf(before, budget);
  const result = await writer.write(meaning, args);
  if (result !== null && "row" in result) return answered(meaning, entryOf(result, budget));
  return meaning.nodes ? { data: deleted } : result;
}

function answered<T>({ nodes }: RootMeaning, entry: T): T | { readonly data: T } {
  return nodes ? { data: entry } : entry;
}

async function hookedValue(meaning: RootMeaning, args: Arguments, context: Resolving, info: GraphQLResolveInfo) {
  const { hooked, budget } = context;
  const { kind, type } = meaning;
  budget.time();
  if (kind === "find one" || kind === "find single") {
    const found = await hooked.one(type, args);
    return answered(meaning, found && entryOf(found, budget));
  }
  const page = hookedPageOf(await hooked.many(type, args, asksForPageInfo(info)), budget);
  return kind === "find many" ? page.nodes : page;
}

/** All matches are counted only if the answer shows their number. */
function asksForPageInfo({ fieldNodes }: GraphQLResolveInfo): boolean {
  return fieldNodes.some(({ selectionSet }) =>
    selectionSet?.selections.some((each) => each.kind !== "Field" || isPageInfo(each.name.value)),
  );
}

function entryValue(
  meaning: EntryMeaning,
  source: EntrySource,
  args: Arguments,
  context: Resolving,
  info: GraphQLResolveInfo,
): unknown {
  const { node, layer, place, reading, own } = source;
  const { reader, budget } = context;
  const behind = (seen: VisibleNode, to: Position): EntrySource => {
    const next = sourceOf(seen, to, reading, budget);
    return source.isHeld && to.model.model === "component" ? { ...next, isHeld: true } : next;
  };
  budget.spend(String(info.path.key).length + FIELD);
  switch (meaning.kind) {
    case "identity":
      if (own !== undefined) return own.documentId ?? own.id;
      return "documentId" in node ? node.documentId : String(node.id);
    case "value": {
      const stored = () => fieldAt(reading.view.state.shape, place, meaning.name).read(node);
      const value = own === undefined ? stored() : own[meaning.name];
      if (value !== null) budget.spend(JSON.stringify(value)?.length ?? 0);
      return value;
    }
    case "self":
      return source;
    case "nothing":
      return null;
    case "one": {
      const { to, list } = prepare(meaning, source, args, context, info);
      const [first] = reached(source, list(node, layer), () => to);
      const entry = first === undefined ? null : behind(first, to);
      return meaning.nodes ? { data: entry } : entry;
    }
    case "many": {
      const { to, list } = prepare(meaning, source, args, context, info);
      const entries = oneByOne(
        reached(source, list(node, layer), () => to),
        (seen) => behind(seen, to),
      );
      return meaning.nodes ? { nodes: entries, data: entries } : entries;
    }
    case "zone": {
      const found = reader.zone(reading, place, meaning.attribute)(node, layer);
      const items = reached(source, found, (item) => item.place);
      const [first] = items;
      if (!meaning.many) return first === undefined ? null : behind(first, first.place);
      return oneByOne(items, (item) => behind(item, item.place));
    }
  }
}

/** The entries behind an entry: a held draft leads to none of a type with drafts, and to others as a published one does. */
function reached<N extends VisibleNode>(
  { isHeld }: EntrySource,
  found: readonly N[],
  placeOf: (seen: N) => Position,
): readonly N[] {
  if (!isHeld) return found;
  return found.flatMap((seen) => {
    const { model } = placeOf(seen);
    if (model.model === "component") return [seen];
    return model.draftAndPublish ? [] : [{ ...seen, layer: inStatus(seen.layer, "published") }];
  });
}

/** Bytes that graphql-js keeps per field, besides its name and value, until the answer is complete, in characters. */
const FIELD = 32;

function prepare(
  meaning: Extract<EntryMeaning, { kind: "one" | "many" }>,
  { reading, place }: EntrySource,
  args: Arguments,
  { reader, prepared }: Resolving,
  { fieldNodes: [node] }: GraphQLResolveInfo,
): Linked {
  const known = node === undefined ? undefined : prepared.get(node);
  if (known?.reading === reading && isSamePlace(known.place, place)) return known.linked;
  const linked = reader.linked(reading, place, meaning, args);
  if (node !== undefined) prepared.set(node, { reading, place, linked });
  return linked;
}

function isSamePlace(one: Position, other: Position): boolean {
  return (
    one.model === other.model && one.draftAndPublish === other.draftAndPublish && one.localized === other.localized
  );
}

/** The source of an entry's fields. Throws LimitError. */
export function entryOf({ row, place, reading, own }: FoundOne, budget: Budget): EntrySource | null {
  if (own === undefined) return row === null ? null : sourceOf(rowAt(row), place, reading, budget);
  const seen = row === null ? NOT_STORED : rowAt(row);
  return { ...sourceOf(seen, place, reading, budget), own };
}

const NOT_STORED: VisibleNode = { node: NULL_NODE, layer: "published" };

/** The source of the fields of a list and of its connection. */
export function pageOf({ rows, reading, place, page, total }: FoundList, budget: Budget) {
  const nodes = oneByOne(rows, (row) => sourceOf(rowAt(row), place, reading, budget));
  return connectionOf(nodes, pageInfoOf(page, total ?? 0));
}

/** A list that hooks have made; anything but a list is left to graphql-js, which refuses it. */
function hookedPageOf({ entries, found, page, total }: HookedList, budget: Budget) {
  const entry = (own: unknown) => (isRecord(own) ? entryOf(found(own), budget) : null);
  const nodes = Array.isArray(entries) ? oneByOne(entries, entry) : entries;
  return connectionOf(nodes, pageInfoOf(page, Number(total)));
}

function connectionOf<T>(nodes: T, pageInfo: PageInfo) {
  return { nodes, data: nodes, pageInfo, meta: { pagination: pageInfo } };
}

/**
 * A list whose entries are created as graphql-js asks for them: if the budget is used up, the list ends with that error,
 * instead of one error for each remaining field.
 */
function oneByOne<T, S extends EntrySource | null>(items: readonly T[], sourceFrom: (item: T) => S): Iterable<S> {
  return {
    *[Symbol.iterator]() {
      for (const item of items) yield sourceFrom(item);
    },
  };
}

function sourceOf({ node, layer }: VisibleNode, place: Position, reading: ReadContext, budget: Budget): EntrySource {
  budget.enter(1);
  return entrySource({ node, layer, place, reading });
}
