import type { Attribute } from "../../schema/attribute.ts";
import type { AnyModel } from "../../schema/content-type.ts";
import type { Status } from "../../values/version.ts";
import { predicateOf } from "../match/predicate.ts";
import { componentsOf, fieldAt, type Node, type Place } from "../position.ts";
import type { Populate, Select, ZoneItem } from "../query.ts";
import type { Reading } from "../read-context.ts";
import { linkedOf } from "./linked.ts";
import type { Output } from "./output.ts";

/** Makes an entry of a node, as the reader is to see it. */
export type Projection<T> = (node: Node, layer: Status) => T;

/**
 * The chosen fields of a node and what is populated below it, in the order of reads, §15. Entries that are populated
 * themselves use up the reader's allowance, and all of them its answer.
 */
export function projectionOf<T>(
  reading: Reading,
  output: Output<T>,
  place: Place,
  select: Select,
  isPopulated = false,
): Projection<T> {
  const { allowance, answer } = reading.sight;
  const open = openerOf(reading, output, place, select);
  const populated = select.populate.map((populate) => ({
    name: populate.attribute,
    read: populationOf(reading, output, place, populate),
  }));
  const hasLocale = reading.audience === "service" && select.fields === null && isWithoutLocales(place.model);
  const locale = hasLocale ? [{ name: "locale", value: output.nothing }] : [];
  const isWhole = populated.length === 0 && !hasLocale;
  const around = populated.reduce((characters, { name }) => characters + name.length + MEMBER, 0);
  return (node, layer) => {
    const entry = open(node);
    const size = output.size(entry);
    if (isPopulated) allowance.entry(size);
    answer.spend(size + around);
    if (isWhole) return entry;
    const behind = populated.map(({ name, read }) => ({ name, value: read(node, layer) }));
    return output.extended(entry, [...locale, ...behind]);
  };
}

/** Characters of a populated member beside its name and what stands in it: a comma, quotes, a colon, brackets. */
const MEMBER = 6;

type Opener<T> = (node: Node) => T;

/** Openers of what callers see by default, by output and model: nearly every read asks for some. */
const DEFAULT_OPENERS = new WeakMap<object, WeakMap<AnyModel, Opener<unknown>>>();

function openerOf<T>(reading: Reading, output: Output<T>, place: Place, select: Select): Opener<T> {
  const isDefault = select.fields === null && reading.audience === "caller";
  if (!isDefault) return makeOpener(reading, output, place, select, false);
  const openers = DEFAULT_OPENERS.get(output) ?? new WeakMap<AnyModel, Opener<unknown>>();
  DEFAULT_OPENERS.set(output, openers);
  const known = openers.get(place.model) ?? makeOpener(reading, output, place, select, true);
  openers.set(place.model, known);
  // What stands under an output was made by it.
  return known as Opener<T>;
}

function makeOpener<T>(
  reading: Reading,
  output: Output<T>,
  place: Place,
  select: Select,
  isDefault: boolean,
): Opener<T> {
  const names = fieldNames(reading, place.model, select);
  const fields = names.map((name) => ({ name, field: fieldAt(reading.sight.state.shape, place, name) }));
  return output.opener(fields, isDefault);
}

const DATES = ["createdAt", "updatedAt", "publishedAt"];

/** The identity always; then what was chosen, or every scalar that the reader may see and the dates. */
function fieldNames(reading: Reading, model: AnyModel, { fields }: Select): readonly string[] {
  const isType = model.model === "content-type";
  const identity = isType ? ["id", "documentId"] : ["id"];
  if (fields !== null) return [...new Set([...identity, ...fields])];
  const shown = [...model.attributes.values()].filter((attribute) => isShown(reading, attribute));
  const named = (system: boolean) => shown.filter((each) => (each.system ?? false) === system).map(({ name }) => name);
  return [...identity, ...named(false), ...(isType ? DATES : []), ...named(true)];
}

/** Programs see `locale: null` there, as in Strapi. */
function isWithoutLocales(model: AnyModel): boolean {
  return model.model === "content-type" && model.locale === null;
}

function isShown(reading: Reading, attribute: Attribute): boolean {
  if (attribute.kind !== "scalar") return false;
  return reading.audience === "service" || (!attribute.private && attribute.type !== "password");
}

function populationOf<T>(reading: Reading, output: Output<T>, place: Place, populate: Populate): Projection<T> {
  if (populate.kind === "zone") return zoneOf(reading, output, place, populate.attribute, populate.items);
  if (populate.kind === "count") {
    const counted = linkedOf(reading, place, { ...populate, sort: [], page: null });
    return (node, layer) => output.value({ count: counted.list(node, layer).length });
  }
  const many = isMany(place.model.attributes.get(populate.attribute));
  const linked = linkedOf(reading, place, many ? populate : { ...populate, sort: [], page: null });
  const project = projectionOf(reading, output, linked.to, populate.select, true);
  return (node, layer) => {
    const found = linked.list(node, layer);
    if (many) return output.list(found.map((seen) => project(seen.node, seen.layer)));
    return found[0] === undefined ? output.nothing : project(found[0].node, found[0].layer);
  };
}

function zoneOf<T>(
  reading: Reading,
  output: Output<T>,
  place: Place,
  attribute: string,
  items: ReadonlyMap<string, ZoneItem>,
): Projection<T> {
  const { sight, negation } = reading;
  const { shape } = sight.state;
  const components = componentsOf(shape, place, attribute);
  const shown = new Map(
    [...items].map(([uid, { select, filter }]) => {
      const here: Place = { model: shape.schema.component(uid), draftAndPublish: place.draftAndPublish };
      const passes = filter === null ? () => true : predicateOf(sight, here, filter, negation);
      const project = projectionOf(reading, output, here, select, true);
      const name = { name: "__component", value: output.value(uid) };
      const named: Projection<T> = (node, layer) => output.extended(project(node, layer), [name]);
      return [uid, { passes, project: named }];
    }),
  );
  return (node, layer) => {
    const entries: T[] = [];
    for (const component of components(node)) {
      const item = shown.get(component.component);
      if (!item?.passes(component, layer)) continue;
      entries.push(item.project(component, layer));
    }
    return output.list(entries);
  };
}

function isMany(attribute: Attribute | undefined): boolean {
  if (attribute?.kind === "relation" || attribute?.kind === "media") return attribute.many;
  return attribute?.kind === "component" && attribute.repeatable;
}
