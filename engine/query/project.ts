import type { Status } from "../document/version.ts";
import type { Attribute } from "../schema/attribute.ts";
import type { AnyModel } from "../schema/content-type.ts";
import type { Json } from "../value.ts";
import { pageOf } from "./page.ts";
import { componentsIn, fieldAt, type Node, type Place, stepOver } from "./place.ts";
import { predicateOf } from "./predicate.ts";
import { passesPublication } from "./publication.ts";
import type { Entry, Populate, Select, ZoneItem } from "./query.ts";
import type { Reading } from "./reading.ts";
import { type Seen, sorted } from "./sort.ts";

/** Makes an entry of a node, as the caller is to see it. */
export type Projection = (node: Node, layer: Status) => Entry;

/** The chosen fields of a node and what is populated below it, in the order of reads, §15. */
export function projectionOf(reading: Reading, place: Place, select: Select): Projection {
  const { shape } = reading.sight.state;
  const fields = fieldNames(reading, place.model, select).map((name) => ({ name, field: fieldAt(shape, place, name) }));
  const populated = select.populate.map((populate) => ({
    name: populate.attribute,
    read: populationOf(reading, place, populate),
  }));
  return (node, layer) => {
    const entry: Entry = "documentId" in node ? { id: node.id, documentId: node.documentId } : { id: node.id };
    for (const { name, field } of fields) entry[name] = field.read(node);
    if (reading.audience === "service" && "documentId" in node) entry.locale = null;
    for (const { name, read } of populated) entry[name] = read(node, layer);
    return entry;
  };
}

const DATES = ["createdAt", "updatedAt", "publishedAt"];

/** Without a choice: every scalar the reader may see, and the dates. */
function fieldNames(reading: Reading, model: AnyModel, { fields }: Select): readonly string[] {
  if (fields !== null) return [...new Set(fields)].filter((name) => name !== "id" && name !== "documentId");
  const own = [...model.attributes.values()].filter((attribute) => isShown(reading, attribute));
  const dates = model.model === "content-type" ? DATES : [];
  return [...own.map((attribute) => attribute.name), ...dates];
}

function isShown(reading: Reading, attribute: Attribute): boolean {
  if (attribute.kind !== "scalar") return false;
  return reading.audience === "service" || (!attribute.private && attribute.type !== "password");
}

function populationOf(reading: Reading, place: Place, populate: Populate): (node: Node, layer: Status) => Json {
  if (populate.kind === "zone") return zoneOf(reading, place, populate.attribute, populate.items);
  const related = relatedOf(reading, place, populate);
  if (populate.kind === "count") return (node, layer) => ({ count: related.list(node, layer).length });
  const project = projectionOf(reading, related.to, populate.select);
  const show = ({ node, layer }: Seen): Json => project(node, layer);
  const many = isMany(place.model.attributes.get(populate.attribute));
  return (node, layer) => {
    const found = related.list(node, layer);
    if (!many) return found[0] === undefined ? null : show(found[0]);
    const ordered = populate.sort.length === 0 ? found : sorted(reading.sight, related.to, populate.sort, found);
    return (populate.page === null ? ordered : pageOf(populate.page, ordered)).map(show);
  };
}

interface Related {
  readonly to: Place;
  /** What is linked and passes the filter, in stored order. */
  list(node: Node, layer: Status): Seen[];
}

function relatedOf(reading: Reading, place: Place, populate: Exclude<Populate, { kind: "zone" }>): Related {
  const { sight, negation } = reading;
  // What is shown follows the version that shows it; only filters may see further.
  const step = stepOver({ ...sight, behindPlainTypes: "query" }, place, populate.attribute);
  const passes = populate.filter === null ? () => true : predicateOf(sight, step.to, populate.filter, negation);
  return {
    to: step.to,
    list: (node, layer) => {
      const found: Seen[] = [];
      step.walk(node, layer, (next, itsLayer) => {
        if (passes(next, itsLayer) && isInPublication(reading, step.to, next))
          found.push({ node: next, layer: itsLayer });
        return false;
      });
      return found;
    },
  };
}

/** Publication filters reach every populated type with drafts (reads, §12). */
function isInPublication({ sight, publicationFilter }: Reading, { model }: Place, node: Node): boolean {
  if (publicationFilter === null || !("document" in node)) return true;
  if (model.model !== "content-type" || !model.draftAndPublish) return true;
  const document = sight.state.collection(model.uid).document(node.document);
  return document !== undefined && passesPublication(publicationFilter, node.status, document);
}

function zoneOf(
  reading: Reading,
  place: Place,
  attribute: string,
  items: ReadonlyMap<string, ZoneItem>,
): (node: Node, layer: Status) => Json {
  const { sight, negation } = reading;
  const { schema, layouts } = sight.state.shape;
  const at = layouts.of(place.model.uid).place.get(attribute) ?? -1;
  const shown = new Map(
    [...items].map(([uid, { select, filter }]) => {
      const here: Place = { model: schema.component(uid), draftAndPublish: place.draftAndPublish };
      const passes = filter === null ? () => true : predicateOf(sight, here, filter, negation);
      return [uid, { passes, project: projectionOf(reading, here, select) }];
    }),
  );
  return (node, layer) =>
    componentsIn(node, at).flatMap((component) => {
      const item = shown.get(component.component);
      if (item === undefined || !item.passes(component, layer)) return [];
      return [{ ...item.project(component, layer), __component: component.component }];
    });
}

function isMany(attribute: Attribute | undefined): boolean {
  if (attribute?.kind === "relation" || attribute?.kind === "media") return attribute.many;
  return attribute?.kind === "component" && attribute.repeatable;
}
