import type { Access, AnyModel, ContentType, Json, Rules, Schema, Status } from "../../engine/internal.ts";
import type { Content, StoredVersion } from "./content.ts";
import { linksShownBy } from "./relations.ts";

/** The content that the model answers questions about, and the caller. */
export interface World {
  readonly schema: Schema;
  readonly content: Content;
  readonly rules: Rules;
  readonly access: Access;
}

/** A version or a component as a query sees it. Without values it represents a missing link. */
export interface Entry {
  readonly model: AnyModel;
  readonly values: { readonly [name: string]: Json };
  /** The content type it belongs to has drafts. */
  readonly drafts: boolean;
  /** The versions that are seen from it. */
  readonly layer: Status;
}

export function entryOf(type: ContentType, { version }: StoredVersion, layer: Status): Entry {
  const { values, ...own } = version;
  return { model: type, values: { ...values, ...own }, drafts: type.draftAndPublish, layer };
}

export function valueAt(entry: Entry, name: string): Json {
  return entry.values[name] ?? null;
}

/**
 * The entries behind an attribute, in stored order (reads, §7, §11 and §12). `reach`: whether every version is seen
 * through a relation from a type without drafts, or only versions in the question's status.
 */
export function linkedTo(world: World, entry: Entry, name: string, reach: "status" | "every version"): Entry[] {
  const attribute = entry.model.attributes.get(name);
  if (attribute?.kind === "component" || attribute?.kind === "dynamiczone") {
    const uid = attribute.kind === "component" ? attribute.component : null;
    return listOf(valueAt(entry, name)).map((values) => {
      const model = world.schema.component(uid ?? String(values.__component));
      return { model, values, drafts: entry.drafts, layer: entry.layer };
    });
  }
  if (attribute?.kind !== "relation" && attribute?.kind !== "media") return [];
  const target = world.schema.target(attribute);
  if (entry.drafts) return linkedIn(world, entry, name, entry.layer, entry.layer);
  // Links between documents without drafts are kept once.
  if (!target.draftAndPublish) return linkedIn(world, entry, name, "published", entry.layer);
  const layers: readonly Status[] = reach === "every version" ? ["published", "draft"] : [entry.layer];
  return layers.flatMap((layer) => linkedIn(world, entry, name, layer, layer));
}

/** Through a filter or a sort an authenticated caller sees as far as the rules say; others never see more than asked. */
export function reachOf({ rules, access }: World): "status" | "every version" {
  return rules.draftsBehindPlainTypes === "all" && access.authenticated ? "every version" : "status";
}

/** If nothing is linked, one entry with only nulls takes its place. */
export function joinedTo(world: World, entry: Entry, name: string): Entry[] {
  const linked = linkedTo(world, entry, name, reachOf(world));
  return linked.length > 0 ? linked : [{ ...entry, model: modelBehind(world.schema, entry.model, name), values: {} }];
}

export function modelBehind(schema: Schema, model: AnyModel, name: string): AnyModel {
  const attribute = model.attributes.get(name);
  if (attribute?.kind === "component") return schema.component(attribute.component);
  if (attribute?.kind === "relation" || attribute?.kind === "media") return schema.target(attribute);
  throw new Error(`nothing stands behind ${model.uid}.${name}`);
}

function linkedIn(world: World, entry: Entry, name: string, links: Status, layer: Status): Entry[] {
  const attribute = entry.model.attributes.get(name);
  if (attribute?.kind !== "relation" && attribute?.kind !== "media") return [];
  const { relation, end, other } = linksShownBy(world.schema, entry.model, attribute);
  const self = entry.model.model === "component" ? valueAt(entry, "id") : valueAt(entry, "documentId");
  const [here, there] = end === "source" ? ([0, 1] as const) : ([1, 0] as const);
  const status = other.draftAndPublish ? links : "published";
  return world.content.links
    .filter((link) => link.relation === relation && link.layer === links && [link.source, link.target][here] === self)
    .sort((left, right) => left.order[here] - right.order[here])
    .flatMap((link) => {
      const documentId = [link.source, link.target][there];
      return world.content.versions
        .filter((put) => put.type === other.uid && put.status === status && put.version.documentId === documentId)
        .map((put) => entryOf(other, put, layer));
    });
}

function listOf(value: Json): { readonly [name: string]: Json }[] {
  if (value === null) return [];
  return (Array.isArray(value) ? value : [value]) as { readonly [name: string]: Json }[];
}
