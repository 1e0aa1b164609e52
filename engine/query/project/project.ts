import type { Attribute } from "../../schema/attribute.ts";
import type { AnyModel } from "../../schema/content-type.ts";
import { RELATED_ENTRIES } from "../../schema/related-entries.ts";
import type { Layer } from "../../values/version.ts";
import { predicateOf } from "../match/predicate.ts";
import { componentsOf, fieldAt, type Node, type Position } from "../position.ts";
import type { Populate, Select, ZoneItem } from "../query.ts";
import type { ReadContext } from "../read-context.ts";
import { linkedOf, mixedOf } from "./linked.ts";
import type { Output } from "./output.ts";

/** Makes an entry of a node, as the reader may see it. */
export type Projection<T> = (node: Node, layer: Layer) => T;

/**
 * The chosen fields of a node and what is populated below it, in the order of reads, §15. Populated entries are charged
 * to the reader's work budget, and all entries to its answer budget.
 */
export function projectionOf<T>(
  context: ReadContext,
  output: Output<T>,
  position: Position,
  select: Select,
  isPopulated = false,
): Projection<T> {
  const { work, answer } = context.view;
  const open = openerOf(context, output, position, select);
  const populated = select.populate.map((populate) => ({
    name: populate.attribute,
    read: populationOf(context, output, position, populate),
  }));
  const hasLocale = context.audience === "service" && select.fields === null && isWithoutLocales(position.model);
  const locale = hasLocale ? [{ name: "locale", value: output.nothing }] : [];
  const isWhole = populated.length === 0 && !hasLocale;
  const around = populated.reduce((characters, { name }) => characters + name.length + MEMBER, 0);
  return (node, layer) => {
    const entry = open(node);
    const size = output.size(entry);
    if (isPopulated) work.entry(size);
    answer.spend(size + around);
    if (isWhole) return entry;
    const behind = populated.map(({ name, read }) => ({ name, value: read(node, layer) }));
    return output.extended(entry, [...locale, ...behind]);
  };
}

/** Characters of a populated property besides its name and value: comma, quotes, colon, brackets. */
const MEMBER = 6;

type Opener<T> = (node: Node) => T;

/** Caches openers for the default fields, by output and model, because nearly every read uses some. */
const DEFAULT_OPENERS = new WeakMap<object, WeakMap<AnyModel, Opener<unknown>>>();

function openerOf<T>(context: ReadContext, output: Output<T>, position: Position, select: Select): Opener<T> {
  const isDefault = select.fields === null && context.audience === "caller";
  if (!isDefault) return makeOpener(context, output, position, select, false);
  const openers = DEFAULT_OPENERS.get(output) ?? new WeakMap<AnyModel, Opener<unknown>>();
  DEFAULT_OPENERS.set(output, openers);
  const known = openers.get(position.model) ?? makeOpener(context, output, position, select, true);
  openers.set(position.model, known);
  // Every value under an output was made by that output.
  return known as Opener<T>;
}

function makeOpener<T>(
  context: ReadContext,
  output: Output<T>,
  position: Position,
  select: Select,
  isDefault: boolean,
): Opener<T> {
  const names = fieldNames(context, position.model, select);
  const fields = names.map((name) => ({ name, field: fieldAt(context.view.state.shape, position, name) }));
  return output.opener(fields, isDefault);
}

const DATES = ["createdAt", "updatedAt", "publishedAt"];

/** The identity, followed by the chosen fields or by every readable scalar and the dates. */
function fieldNames(context: ReadContext, model: AnyModel, { fields }: Select): readonly string[] {
  const isType = model.model === "content-type";
  const identity = isType ? ["id", "documentId"] : ["id"];
  if (fields !== null) return [...new Set([...identity, ...fields])];
  const shown = [...model.attributes.values()].filter((attribute) => isShown(context, attribute));
  const named = (system: boolean) => shown.filter((each) => (each.system ?? false) === system).map(({ name }) => name);
  return [...identity, ...named(false), ...(isType ? DATES : []), ...named(true)];
}

/** For these, programs see `locale: null`, as in Strapi. */
function isWithoutLocales(model: AnyModel): boolean {
  return model.model === "content-type" && model.locale === null;
}

function isShown(context: ReadContext, attribute: Attribute): boolean {
  if (attribute.kind !== "scalar") return false;
  return context.audience === "service" || (!attribute.private && attribute.type !== "password");
}

function populationOf<T>(
  context: ReadContext,
  output: Output<T>,
  position: Position,
  populate: Populate,
): Projection<T> {
  if (populate.kind === "zone") return zoneOf(context, output, position, populate.attribute, populate.items);
  if (populate.kind === "morph") return morphOf(context, output, position, populate);
  if (populate.kind === "count") {
    const counted = linkedOf(context, position, { ...populate, sort: [], page: null });
    return (node, layer) => output.value({ count: counted.list(node, layer).length });
  }
  const many = isMany(position.model.attributes.get(populate.attribute));
  const linked = linkedOf(context, position, many ? populate : { ...populate, sort: [], page: null });
  const project = projectionOf(context, output, linked.to, populate.select, true);
  return (node, layer) => {
    const found = linked.list(node, layer);
    if (many) return output.list(found.map((seen) => project(seen.node, seen.layer)));
    return found[0] === undefined ? output.nothing : project(found[0].node, found[0].layer);
  };
}

function zoneOf<T>(
  context: ReadContext,
  output: Output<T>,
  position: Position,
  attribute: string,
  items: ReadonlyMap<string, ZoneItem>,
): Projection<T> {
  const { shape } = context.view.state;
  const components = componentsOf(shape, position, attribute);
  const shown = new Map(
    [...items].map(([uid, item]) => {
      const here: Position = { ...position, model: shape.schema.component(uid) };
      return [uid, namedProjection(context, output, here, item, "__component")];
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

/** The entries behind a morph relation, each with its content type in `__type`. */
function morphOf<T>(
  context: ReadContext,
  output: Output<T>,
  position: Position,
  { attribute, items, isCounted }: Extract<Populate, { kind: "morph" }>,
): Projection<T> {
  const linked = mixedOf(context, position, attribute, new Set(items.keys()));
  const shown = new Map<Position, NamedProjection<T>>();
  const many = isMany(position.model.attributes.get(attribute) ?? RELATED_ENTRIES);
  return (node, layer) => {
    const found = linked(node, layer);
    if (isCounted) return output.value({ count: found.length });
    const entries: T[] = [];
    for (const seen of found) {
      const item = items.get(seen.place.model.uid);
      if (item === undefined) continue;
      const project = shown.get(seen.place) ?? namedProjection(context, output, seen.place, item, "__type");
      shown.set(seen.place, project);
      const entry = project(seen.node, seen.layer);
      if (entry !== null) entries.push(entry);
    }
    return many ? output.list(entries) : (entries[0] ?? output.nothing);
  };
}

/** Makes entries of one model that contain its name; null for those that do not pass the filter. */
type NamedProjection<T> = (node: Node, layer: Layer) => T | null;

function namedProjection<T>(
  context: ReadContext,
  output: Output<T>,
  here: Position,
  { select, filter }: ZoneItem,
  name: string,
): NamedProjection<T> {
  const { view, negation } = context;
  const passes = filter === null ? () => true : predicateOf(view, here, filter, negation);
  const project = projectionOf(context, output, here, select, true);
  const member = { name, value: output.value(here.model.uid) };
  return (node, layer) => (passes(node, layer) ? output.extended(project(node, layer), [member]) : null);
}

function isMany(attribute: Attribute | undefined): boolean {
  if (attribute?.kind === "relation" || attribute?.kind === "media" || attribute?.kind === "morph")
    return attribute.many;
  return attribute?.kind === "component" && attribute.repeatable;
}
