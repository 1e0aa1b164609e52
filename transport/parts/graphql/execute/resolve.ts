import {
  defaultFieldResolver,
  type FieldNode,
  GraphQLError,
  type GraphQLFieldResolver,
  type GraphQLResolveInfo,
  type GraphQLTypeResolver,
} from "graphql";
import {
  EngineError,
  fieldAt,
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
import { LimitError } from "../limits.ts";
import { type EntryMeaning, type Meaning, meaningOf, type RootMeaning } from "../schema/meaning.ts";
import { typeName } from "../schema/names.ts";
import { isPageInfo } from "../schema/node-types.ts";
import type { Arguments } from "./arguments/list-params.ts";
import type { Budget } from "./budget.ts";
import { Fault } from "./fault.ts";
import { type HookedFields, type HookedList, isReadWithHooks } from "./hooked-fields.ts";
import { type PageInfo, pageInfoOf } from "./page-info.ts";
import type { FoundList, FoundOne, Reader } from "./reader.ts";
import type { Writer } from "./writer.ts";

/** The source of an entry's fields: the node, its position, and the read that led there. */
export interface EntrySource extends VisibleNode {
  readonly place: Position;
  readonly reading: ReadContext;
  /** The values that it shows, if hooks have made it. */
  readonly own?: UnknownRecord;
}

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

function fieldValue(
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
  // Fields of entries exist only in entry types, whose sources are created here.
  return entryValue(meaning, source as EntrySource, args, context, info);
}

/** The object type of an entry in a zone. */
export const resolveType: GraphQLTypeResolver<EntrySource, Resolving> = ({ place }) => typeName(place.model);

/** Errors for callers, and what the executor of the operation handles. */
const PASSED_ON = [EngineError, LimitError, HttpError, GraphQLError, Suspension];

/** Errors that are not meant for the caller are wrapped, so that their message is not sent. */
function rethrow(error: unknown): never {
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
  budget.spend(String(info.path.key).length + FIELD);
  switch (meaning.kind) {
    case "identity":
      if (own !== undefined) return own.documentId;
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
      const [first] = list(node, layer);
      const entry = first === undefined ? null : sourceOf(first, to, reading, budget);
      return meaning.nodes ? { data: entry } : entry;
    }
    case "many": {
      const { to, list } = prepare(meaning, source, args, context, info);
      const entries = oneByOne(list(node, layer), (seen) => sourceOf(seen, to, reading, budget));
      return meaning.nodes ? { nodes: entries, data: entries } : entries;
    }
    case "zone": {
      const items = reader.zone(reading, place, meaning.attribute)(node, layer);
      const [first] = items;
      if (!meaning.many) return first === undefined ? null : sourceOf(first, first.place, reading, budget);
      return oneByOne(items, (item) => sourceOf(item, item.place, reading, budget));
    }
  }
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
  return { node, layer, place, reading };
}
