import type { AnyModel, ContentType, Json, Schema } from "../../engine/internal.ts";
import type { Content, StoredLink, StoredVersion } from "./content.ts";

type Values = { readonly [name: string]: Json };

/** The parts that a disguise may change: everything that some caller must not learn. */
export interface Secrets {
  /** Drafts with all that belongs to them. */
  readonly drafts: boolean;
  /** uids of content types that the caller may not read. */
  readonly types: readonly string[];
}

/**
 * The content with its secrets replaced by another content's, and everything else as it was: private attributes and
 * passwords always, drafts and unreadable types where asked.
 */
export function disguised(schema: Schema, content: Content, other: Content, secrets: Secrets): Content {
  const isSecret = ({ type, status }: StoredVersion): boolean =>
    secrets.types.includes(type) || (secrets.drafts && status === "draft");
  const kept = content.versions.filter((version) => !isSecret(version));
  const versions = [
    ...kept.map((version) => withPrivateOf(schema, version, other)),
    ...other.versions.filter(isSecret),
  ];
  // Every document has a draft; where the other content has none, an empty one.
  const drafts = secrets.drafts ? missingDrafts(schema, versions) : [];
  return {
    versions: [...versions, ...drafts],
    links: linksOf(schema, content, other, secrets, [...versions, ...drafts]),
  };
}

function missingDrafts(schema: Schema, versions: readonly StoredVersion[]): StoredVersion[] {
  const keyOf = ({ type, version }: StoredVersion) => `${type} ${version.documentId}`;
  const drafted = new Set(versions.filter(({ status }) => status === "draft").map(keyOf));
  return versions
    .filter((put) => put.status === "published" && schema.type(put.type).draftAndPublish && !drafted.has(keyOf(put)))
    .map((put, at) => {
      const version = { ...put.version, id: 100_000 + at, publishedAt: null, values: {} };
      return { ...put, status: "draft", version };
    });
}

function linksOf(
  schema: Schema,
  content: Content,
  other: Content,
  secrets: Secrets,
  versions: readonly StoredVersion[],
): StoredLink[] {
  const isSecret = ({ relation, layer }: StoredLink): boolean => {
    const { owner, attribute, target } = endsOf(schema, relation);
    if (attribute.private || secrets.types.includes(owner.uid) || secrets.types.includes(target.uid)) return true;
    return secrets.drafts && layer === "draft";
  };
  const candidates = [...content.links.filter((link) => !isSecret(link)), ...other.links.filter(isSecret)];
  const documents = new Set(versions.map(({ type, version }) => `${type} ${version.documentId}`));
  const components = new Set(
    versions.flatMap((put) => componentIds(schema.type(put.type), put.version.values, schema)),
  );
  return candidates.filter(({ relation, source, target }) => {
    const ends = endsOf(schema, relation);
    const hasSource =
      typeof source === "number" ? components.has(source) : documents.has(`${ends.owner.uid} ${source}`);
    return hasSource && documents.has(`${ends.target.uid} ${target}`);
  });
}

function endsOf(schema: Schema, relation: string) {
  const at = relation.lastIndexOf(".");
  const [uid, name] = [relation.slice(0, at), relation.slice(at + 1)];
  const owner: AnyModel = schema.types.get(uid) ?? schema.component(uid);
  const attribute = owner.attributes.get(name);
  if (attribute?.kind !== "relation" && attribute?.kind !== "media") throw new Error(`no relation ${relation}`);
  return { owner, attribute, target: schema.target(attribute) };
}

/** Private values that another version or component of the other content has. */
function withPrivateOf(schema: Schema, put: StoredVersion, other: Content): StoredVersion {
  const pool = other.versions
    .flatMap(({ version }) => Object.values(version.values))
    .filter((value) => typeof value === "string");
  let taken = put.version.id;
  const next = (): Json => pool[taken++ % Math.max(1, pool.length)] ?? null;
  const replaced = (model: AnyModel, values: Values): Values => {
    const result: { [name: string]: Json } = { ...values };
    for (const attribute of model.attributes.values()) {
      const { name } = attribute;
      if (attribute.kind === "scalar" && (attribute.private || attribute.type === "password")) result[name] = next();
      if (attribute.kind !== "component" && attribute.kind !== "dynamiczone") continue;
      const inside = (item: Values): Values => {
        const uid = attribute.kind === "component" ? attribute.component : String(item.__component);
        return replaced(schema.component(uid), item);
      };
      const value = values[name] ?? null;
      if (value !== null)
        result[name] = Array.isArray(value) ? (value as Values[]).map(inside) : inside(value as Values);
    }
    return result;
  };
  const type: ContentType = schema.type(put.type);
  return { ...put, version: { ...put.version, values: replaced(type, put.version.values) } };
}

function componentIds(model: AnyModel, values: Values, schema: Schema): number[] {
  return [...model.attributes.values()].flatMap((attribute) => {
    if (attribute.kind !== "component" && attribute.kind !== "dynamiczone") return [];
    const value = values[attribute.name] ?? null;
    const items = (value === null ? [] : [value].flat()) as readonly Values[];
    return items.flatMap((item) => {
      const uid = attribute.kind === "component" ? attribute.component : String(item.__component);
      return [Number(item.id), ...componentIds(schema.component(uid), item, schema)];
    });
  });
}
