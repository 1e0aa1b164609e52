import { EngineError } from "../../error.ts";
import type { Attribute } from "../../schema/attribute.ts";
import type { AnyModel } from "../../schema/content-type.ts";
import { ENTRY_TIMES } from "../../schema/entry-fields.ts";
import { RELATED_ENTRIES } from "../../schema/related-entries.ts";
import type { Layer } from "../../values/version.ts";
import { predicateOf } from "../match/predicate.ts";
import { componentsOf, type Field, fieldAt, type Node, type Position, type VisibleNode } from "../position.ts";
import type { Member, Populate, Select, ZoneItem } from "../query.ts";
import type { Audience, ReadContext } from "../read-context.ts";
import { linkedOf, mixedOf } from "./linked.ts";
import type { NamedField, Output } from "./output.ts";

/** Makes an entry of a node, as the reader may see it. */
export type Projection<T> = (node: Node, layer: Layer) => T;

/** A refused answer: of the selected members, one is refused, or required and null. */
const REFUSED = new EngineError("validation", "A member of the answer is refused");

export function refuseMember(): never {
  throw REFUSED;
}

/** A piece of an entry: its adjacent fields, or one member. */
interface Piece<T> {
  /** Null for fields. */
  readonly name: string | null;
  readonly read: Projection<T>;
}

/**
 * The members of a node in their order. Populated entries are charged to the reader's work budget, and all text to its
 * answer budget. Throws REFUSED.
 */
export function projectionOf<T>(
  context: ReadContext,
  output: Output<T>,
  position: Position,
  select: Select,
  isPopulated = false,
): Projection<T> {
  const { work, answer } = context.view;
  const pieces = piecesOf(context, output, position, select);
  const around = pieces.reduce((characters, { name }) => characters + (name === null ? 0 : name.length + MEMBER), 0);
  const charge = (fields: T): T => {
    const size = output.size(fields);
    if (isPopulated) work.characters(size);
    answer.spend(size);
    return fields;
  };
  const [first] = pieces;
  if (first?.name === null && pieces.length === 1) {
    return (node, layer) => {
      if (isPopulated) work.entry();
      return charge(first.read(node, layer));
    };
  }
  return (node, layer) => {
    if (isPopulated) work.entry();
    answer.spend(around);
    return output.joined(
      pieces.map(({ name, read }) => {
        const value = read(node, layer);
        return { name, value: name === null ? charge(value) : value };
      }),
    );
  };
}

/** Characters of a member besides its name and value: comma, quotes, colon, brackets. */
const MEMBER = 6;

function piecesOf<T>(context: ReadContext, output: Output<T>, position: Position, select: Select): readonly Piece<T>[] {
  const pieces: Piece<T>[] = [];
  let fields: NamedField[] = [];
  const close = (): void => {
    if (fields.length > 0) pieces.push({ name: null, read: output.opener(fields, false) });
    fields = [];
  };
  for (const member of select) {
    switch (member.kind) {
      case "default":
        close();
        pieces.push({ name: null, read: defaultOpenerOf(context, output, position) });
        break;
      case "field":
        fields.push({ name: member.as, field: fieldShown(context, output, position, member) });
        break;
      case "constant":
        fields.push({ name: member.as, field: { type: "string", read: () => member.value } });
        break;
      case "refused":
        fields.push({ name: member.as, field: { type: "string", read: refuseMember } });
        break;
      default:
        close();
        pieces.push({ name: member.as, read: memberOf(context, output, position, member) });
    }
  }
  close();
  return pieces;
}

function fieldShown<T>(
  context: ReadContext,
  output: Output<T>,
  position: Position,
  { field: name, required }: Extract<Member, { kind: "field" }>,
): Field {
  const field = fieldAt(context.view.state.shape, position, name);
  const shown = output.shown(position.model, name);
  if (shown === null && required !== true) return field;
  return {
    type: field.type,
    read: (node) => {
      const value = field.read(node);
      if (value === null) return required === true ? refuseMember() : null;
      return shown === null ? value : shown(value);
    },
  };
}

type Opener<T> = (node: Node) => T;

type Openers = WeakMap<AnyModel, Opener<unknown>>;

/** Caches openers for the default fields, by reader, output and model, because nearly every read uses some. */
const DEFAULT_OPENERS: Record<Audience, WeakMap<object, Openers>> = { caller: new WeakMap(), service: new WeakMap() };

function defaultOpenerOf<T>(context: ReadContext, output: Output<T>, position: Position): Opener<T> {
  const byOutput = DEFAULT_OPENERS[context.audience];
  const openers: Openers = byOutput.get(output) ?? new WeakMap();
  byOutput.set(output, openers);
  const known = openers.get(position.model) ?? makeOpener(context, output, position);
  openers.set(position.model, known);
  // Every value under an output was made by that output.
  return known as Opener<T>;
}

function makeOpener<T>(context: ReadContext, output: Output<T>, position: Position): Opener<T> {
  const { audience, view } = context;
  const names = fieldNames(context, position.model);
  const fields = names.map((name): NamedField => ({ name, field: fieldAt(view.state.shape, position, name) }));
  if (hasNoLocale(context, position.model)) fields.push({ name: "locale", field: NO_LOCALE });
  return output.opener(fields, audience === "caller");
}

const NO_LOCALE: Field = { type: "string", read: () => null };

/** The identity, every readable scalar and the times. */
function fieldNames(context: ReadContext, model: AnyModel): readonly string[] {
  const isType = model.model === "content-type";
  const identity = isType ? ["id", "documentId"] : ["id"];
  const shown = [...model.attributes.values()].filter((attribute) => isShown(context, attribute));
  const named = (system: boolean) => shown.filter((each) => (each.system ?? false) === system).map(({ name }) => name);
  return [...identity, ...named(false), ...(isType ? ENTRY_TIMES : []), ...named(true)];
}

/** Whether programs see `locale: null`, as in Strapi. */
function hasNoLocale({ audience }: ReadContext, model: AnyModel): boolean {
  return audience === "service" && model.model === "content-type" && model.locale === null;
}

function isShown(context: ReadContext, attribute: Attribute): boolean {
  if (attribute.kind !== "scalar") return false;
  return context.audience === "service" || (!attribute.private && attribute.type !== "password");
}

function memberOf<T>(
  context: ReadContext,
  output: Output<T>,
  position: Position,
  member: Populate | Extract<Member, { kind: "self" }>,
): Projection<T> {
  switch (member.kind) {
    case "self": {
      const { select } = member;
      const project = projectionOf(context, output, position, select);
      return (node, layer) => {
        context.view.work.written(1, select.length);
        return project(node, layer);
      };
    }
    case "entries":
      return entriesBehind(context, output, position, member);
    case "connection":
      return connectionOf(context, output, position, member);
    case "zone":
      return zoneOf(context, output, position, member);
    case "morph":
      return morphOf(context, output, position, member);
    case "count": {
      const counted = linkedOf(context, position, { ...member, sort: [], page: null });
      return (node, layer) => output.value({ count: counted.list(node, layer).length });
    }
  }
}

function entriesBehind<T>(
  context: ReadContext,
  output: Output<T>,
  position: Position,
  member: Extract<Populate, { kind: "entries" }>,
): Projection<T> {
  const many = isMany(position.model.attributes.get(member.attribute));
  const linked = linkedOf(context, position, many ? member : { ...member, sort: [], page: null });
  if (many) {
    const list = listOf(context, output, linked.to, member.select);
    return (node, layer) => list(linked.list(node, layer));
  }
  const show = oneOf(context, output, linked.to, member.select);
  return (node, layer) => {
    const found = linked.list(node, layer);
    return found.length === 0 && member.required === true ? refuseMember() : show(found);
  };
}

function oneOf<T>(context: ReadContext, output: Output<T>, to: Position, select: Select) {
  const project = projectionOf(context, output, to, select, true);
  return ([only]: readonly VisibleNode[]): T => {
    if (only === undefined) return output.nothing;
    context.view.answer.enter(1);
    return project(only.node, only.layer);
  };
}

function listOf<T>(context: ReadContext, output: Output<T>, to: Position, select: Select) {
  const project = projectionOf(context, output, to, select, true);
  const { answer } = context.view;
  return (found: readonly VisibleNode[]): T => {
    answer.enter(found.length);
    return output.list(found.map(({ node, layer }) => project(node, layer)));
  };
}

function connectionOf<T>(
  context: ReadContext,
  output: Output<T>,
  position: Position,
  connection: Extract<Populate, { kind: "connection" }>,
): Projection<T> {
  const linked = linkedOf(context, position, connection);
  const many = isMany(position.model.attributes.get(connection.attribute));
  const members = connection.members.map((member) => {
    const { as: name } = member;
    if (member.kind === "nodes")
      return { name, show: (many ? listOf : oneOf)(context, output, linked.to, member.select) };
    const constant = output.value(member.value);
    return { name, show: () => constant };
  });
  return (node, layer) => {
    const found = linked.list(node, layer);
    return output.joined(members.map(({ name, show }) => ({ name, value: show(found) })));
  };
}

function zoneOf<T>(
  context: ReadContext,
  output: Output<T>,
  position: Position,
  { attribute, items, uidAs }: Extract<Populate, { kind: "zone" }>,
): Projection<T> {
  const { shape } = context.view.state;
  const components = componentsOf(shape, position, attribute);
  const shown = new Map(
    [...items].map(([uid, item]) => {
      const here: Position = { ...position, model: shape.schema.component(uid) };
      return [uid, itemProjection(context, output, here, item, uidAs)];
    }),
  );
  return (node, layer) => {
    const entries: T[] = [];
    for (const component of components(node)) {
      const entry = shown.get(component.component)?.(component, layer) ?? null;
      if (entry !== null) entries.push(entry);
    }
    return output.list(entries);
  };
}

/** The entries behind a morph relation. */
function morphOf<T>(
  context: ReadContext,
  output: Output<T>,
  position: Position,
  { attribute, items, uidAs, isCounted }: Extract<Populate, { kind: "morph" }>,
): Projection<T> {
  const linked = mixedOf(context, position, attribute, new Set(items.keys()));
  const shown = new Map<Position, ItemProjection<T>>();
  const many = isMany(position.model.attributes.get(attribute) ?? RELATED_ENTRIES);
  return (node, layer) => {
    const found = linked(node, layer);
    if (isCounted) return output.value({ count: found.length });
    const entries: T[] = [];
    for (const seen of found) {
      const item = items.get(seen.place.model.uid);
      if (item === undefined) continue;
      const project = shown.get(seen.place) ?? itemProjection(context, output, seen.place, item, uidAs);
      shown.set(seen.place, project);
      const entry = project(seen.node, seen.layer);
      if (entry !== null) entries.push(entry);
    }
    return many ? output.list(entries) : (entries[0] ?? output.nothing);
  };
}

/** Makes entries of one model; null for an entry that does not pass the filter. */
type ItemProjection<T> = (node: Node, layer: Layer) => T | null;

function itemProjection<T>(
  context: ReadContext,
  output: Output<T>,
  here: Position,
  { select, filter }: ZoneItem,
  uidAs: string | null,
): ItemProjection<T> {
  const { view, negation } = context;
  const passes = filter === null ? () => true : predicateOf(view, here, filter, negation);
  const uid: Member[] = uidAs === null ? [] : [{ kind: "constant", as: uidAs, value: here.model.uid }];
  const project = projectionOf(context, output, here, [...select, ...uid], true);
  return (node, layer) => {
    if (!passes(node, layer)) return null;
    view.answer.enter(1);
    return project(node, layer);
  };
}

function isMany(attribute: Attribute | undefined): boolean {
  if (attribute?.kind === "relation" || attribute?.kind === "media" || attribute?.kind === "morph")
    return attribute.many;
  return attribute?.kind === "component" && attribute.repeatable;
}
