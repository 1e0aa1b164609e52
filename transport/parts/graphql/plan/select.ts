import { isNonNullType } from "graphql";
import {
  type Access,
  type AnyModel,
  EngineError,
  type Member,
  type Schema,
  type Select,
  type ZoneItem,
} from "../../../../engine/internal.ts";
import type { QueryChecks } from "../execute/arguments/query-checks.ts";
import { exposureOf } from "../schema/exposure.ts";
import type { EntryMeaning } from "../schema/meaning.ts";
import { typeName } from "../schema/names.ts";
import type { PlannedField } from "./plan.ts";
import type { PlannedArguments } from "./planned-arguments.ts";

/** The caller and the arguments of an operation. */
export interface Selecting {
  /** The caller's permissions where the versions of the root field are shown. */
  readonly access: Access;
  readonly checks: QueryChecks;
  readonly args: PlannedArguments;
}

type Links = Extract<EntryMeaning, { kind: "one" | "many" }>;

/**
 * The selection of a field in the entries of a model. Never throws: the error of a field below belongs to the entries
 * that show it, and is a refused member.
 */
export function selectOf(selecting: Selecting, { as, below }: PlannedField, model: AnyModel): Select {
  // Only a field of several models has several types; one type may have a name of its own.
  const selection = below.get(typeName(model)) ?? (below.size === 1 ? [...below.values()][0] : undefined);
  if (selection === undefined) return [refused(as)];
  return selection.fields.map((each) => memberOf(selecting, each, selection.typeName, model));
}

function memberOf(selecting: Selecting, planned: PlannedField, type: string, model: AnyModel): Member {
  const { as, meaning } = planned;
  if (meaning === undefined) return { kind: "constant", as, value: type };
  const required = isNonNullType(planned.field.type);
  switch (meaning.kind) {
    case "identity":
      return { kind: "field", as, field: model.model === "component" ? "id" : "documentId", required };
    case "value":
      return { kind: "field", as, field: meaning.name, required };
    case "self":
      return { kind: "self", as, select: selectOf(selecting, planned, model) };
    case "one":
    case "many": {
      const { attribute, find } = meaning;
      const target = behind(selecting.checks.engine.schema, model, attribute);
      if (target === null || (find !== null && !selecting.access.may(find, "find"))) return refused(as);
      if (meaning.kind === "many") return listMember(selecting, planned, meaning, target);
      if (meaning.nodes) return connectionMember(selecting, planned, attribute, target, ONE);
      const select = selectOf(selecting, planned, target);
      return { kind: "entries", as, attribute, select, filter: null, sort: [], page: null, required };
    }
    case "zone":
      return mixedMember(selecting, planned, model, meaning.attribute);
    default:
      return required ? refused(as) : { kind: "constant", as, value: null };
  }
}

const ONE = { filter: null, sort: [], page: null } as const;

function listMember(
  selecting: Selecting,
  planned: PlannedField,
  { attribute, nodes }: Links,
  target: AnyModel,
): Member {
  const { as } = planned;
  const list = listQuery(selecting, planned, target);
  if (list === null) return refused(as);
  if (nodes) return connectionMember(selecting, planned, attribute, target, list);
  return { kind: "entries", as, attribute, ...list, select: selectOf(selecting, planned, target) };
}

/** An object of its own whose fields show the entries, or the one entry. */
function connectionMember(
  selecting: Selecting,
  { as, below }: PlannedField,
  attribute: string,
  target: AnyModel,
  list: Pick<Extract<Member, { kind: "connection" }>, "filter" | "sort" | "page">,
): Member {
  const [connection] = below.values();
  const members = connection?.fields.map((each) =>
    each.below.size === 0
      ? ({ kind: "constant", as: each.as, value: connection.typeName } as const)
      : ({ kind: "nodes", as: each.as, select: selectOf(selecting, each, target) } as const),
  );
  return { kind: "connection", as, attribute, ...list, members: members ?? [] };
}

/** Null if the arguments are refused. */
function listQuery({ access, checks, args }: Selecting, planned: PlannedField, target: AnyModel) {
  const values = args.of(planned);
  if (values === null) return null;
  try {
    return checks.linked(access, target, values);
  } catch (error) {
    if (error instanceof EngineError) return null;
    throw error;
  }
}

/**
 * The entries of a zone, or of a relation to any type. Components that the zone no longer has are left out, and entries of
 * types that the caller may not find.
 */
function mixedMember(selecting: Selecting, planned: PlannedField, model: AnyModel, attribute: string): Member {
  const { as } = planned;
  const { access, checks } = selecting;
  const { schema } = checks.engine;
  const itemsOf = (models: readonly AnyModel[]): ReadonlyMap<string, ZoneItem> =>
    new Map(models.map((each) => [each.uid, { select: selectOf(selecting, planned, each), filter: null }]));
  const zone = model.attributes.get(attribute);
  if (zone?.kind === "dynamiczone") {
    const items = itemsOf(zone.components.map((uid) => schema.component(uid)));
    return { kind: "zone", as, attribute, items, uidAs: null };
  }
  const readable = [...schema.types.values()].filter(
    (type) => exposureOf(type, selecting.checks.hiding) !== null && access.may(type.uid, "find"),
  );
  return { kind: "morph", as, attribute, items: itemsOf(readable), uidAs: null, isCounted: false };
}

/** The model behind a relation, a media attribute or a component. */
function behind(schema: Schema, model: AnyModel, name: string): AnyModel | null {
  const attribute = model.attributes.get(name);
  if (attribute?.kind === "component") return schema.component(attribute.component);
  return attribute?.kind === "relation" || attribute?.kind === "media" ? schema.target(attribute) : null;
}

function refused(as: string): Member {
  return { kind: "refused", as };
}
