import {
  type Change,
  type Commit,
  type ContentType,
  type Engine,
  type Json,
  type Layer,
  ListColumn,
  type PartColumn,
  statusOf,
  type VersionColumns,
  type VersionRecord,
} from "../../engine/internal.ts";
import { type FittedColumns, fitColumn, fitColumns, fitValues } from "./fit-values.ts";

type Put = Extract<Change, { kind: "put" }>;
type Link = Extract<Change, { kind: "link" }>;
type Unlink = Extract<Change, { kind: "unlink" }>;

/**
 * Adapts stored commits to the schema that they are loaded into. Since they were written, it may have lost a type or a
 * relation, or changed its meaning.
 */
export class SchemaFit {
  /** How many changes were left out, in whole or in part, by the name of their type or relation. */
  readonly leftOut = new Map<string, number>();
  readonly #engine: Engine;
  /** Content types with components, the only ones whose values need to be checked. */
  readonly #composed: ReadonlySet<string>;

  constructor(engine: Engine) {
    this.#engine = engine;
    this.#composed = new Set([...engine.schema.types.values()].filter(holdsComponents).map(({ uid }) => uid));
  }

  /** The commit without the changes that do not fit the schema; the same object when all fit. */
  adapt(commit: Commit): Commit {
    const changes: Change[] = [];
    const made = new MadeDocuments(commit);
    let isSame = true;
    for (const change of commit.changes) {
      const fitted = this.#fit(change, made);
      if (fitted !== null) changes.push(fitted);
      if (fitted !== change) isSame = false;
    }
    return isSame ? commit : { ...commit, changes };
  }

  /**
   * The versions without the values that do not fit, or null if the type is gone; the same object when everything fits.
   */
  fitVersions(versions: VersionColumns): VersionColumns | null {
    const { type, id } = versions;
    if (!this.#hasPlace(versions)) return this.leaveOut(type, id.length);
    const { columns, changed } = this.#fitColumns(versions);
    this.leaveOut(type, changed);
    return columns;
  }

  /** Like `fitVersions`, for versions that were fitted before: nothing is counted again. */
  fitAgain(versions: VersionColumns): VersionColumns {
    return this.#fitColumns(versions).columns;
  }

  /** The values of one attribute, of versions that were fitted before. */
  fitColumnAgain(type: string, name: string, column: PartColumn<Json> | null): PartColumn<Json> | null {
    if (column === null || !this.#composed.has(type)) return column;
    const attribute = this.#engine.schema.type(type).attributes.get(name);
    if (attribute === undefined || attribute.kind === "scalar") return column;
    return new ListColumn(fitColumn(this.#engine.schema, attribute, column.values));
  }

  /** The versions in changes that were fitted before. */
  *versionsAgain(changes: readonly Change[]): Generator<VersionRecord> {
    for (const change of changes) {
      if (change.kind !== "put" || !this.#hasPlace(change)) continue;
      const { type, version } = change;
      yield this.#composed.has(type) ? withValues(version, this.#fitValues(type, version)) : version;
    }
  }

  /** Counts changes that were left out. */
  leaveOut(name: string, count = 1): null {
    if (count > 0) this.leftOut.set(name, (this.leftOut.get(name) ?? 0) + count);
    return null;
  }

  #fitValues(type: string, { values }: VersionRecord): VersionRecord["values"] {
    return fitValues(this.#engine.schema, this.#engine.schema.type(type), values);
  }

  #fitColumns(columns: VersionColumns): FittedColumns {
    const { type } = columns;
    if (!this.#composed.has(type)) return { columns, changed: 0 };
    return fitColumns(this.#engine.schema, this.#engine.schema.type(type), columns);
  }

  /** The change without the values that do not fit, or null. */
  #fit(change: Change, made: MadeDocuments): Change | null {
    if (change.kind === "sequence" || change.kind === "schema" || change.kind === "clear") return change;
    if (change.kind === "put" || change.kind === "remove") {
      if (!this.#hasPlace(change)) return this.leaveOut(change.type);
      return change.kind === "put" && this.#composed.has(change.type) ? this.#fitPut(change) : change;
    }
    return this.#hasRelation(change, made) ? change : this.leaveOut(change.relation);
  }

  #fitPut(change: Put): Put {
    const { type, version } = change;
    const values = this.#fitValues(type, version);
    if (values === version.values) return change;
    this.leaveOut(type);
    return { ...change, version: withValues(version, values) };
  }

  #hasPlace({ type: uid, status: layer }: { readonly type: string; readonly status: Layer }): boolean {
    const type = this.#engine.schema.types.get(uid);
    if (type === undefined) return false;
    return layer === statusOf(layer)
      ? type.draftAndPublish || layer === "published"
      : type.locale !== null && (type.draftAndPublish || statusOf(layer) === "published");
  }

  #hasRelation(change: Link | Unlink, made: MadeDocuments): boolean {
    const relation = this.#engine.state.shape.relations.byName.get(change.relation);
    if (relation === undefined) return false;
    if (change.kind === "unlink") return true;
    const { source, target } = change;
    if (typeof source === "number" && relation.owner.model !== "component") return false;
    if (typeof source === "string" && relation.owner.model === "component") return false;
    if (typeof source === "string" && !this.#exists(relation.owner.uid, source, made)) return false;
    return this.#exists(relation.target.uid, target, made);
  }

  /** Whether the document is in the state or made by the same commit. */
  #exists(type: string, documentId: string, made: MadeDocuments): boolean {
    return this.#engine.state.hasDocument(type, documentId) || made.has(type, documentId);
  }
}

/** Written out, because a `VersionRecord` may compute its properties with getters, which a spread does not copy. */
function withValues(version: VersionRecord, values: VersionRecord["values"]): VersionRecord {
  const { id, documentId, createdAt, updatedAt, publishedAt } = version;
  return { id, documentId, createdAt, updatedAt, publishedAt, values };
}

function holdsComponents({ attributes }: ContentType): boolean {
  return [...attributes.values()].some(({ kind }) => kind === "component" || kind === "dynamiczone");
}

/** The documents that a commit makes, collected at the first question: for a snapshot, these are all documents. */
class MadeDocuments {
  readonly #commit: Commit;
  #keys: ReadonlySet<string> | null = null;

  constructor(commit: Commit) {
    this.#commit = commit;
  }

  has(type: string, documentId: string): boolean {
    this.#keys ??= keysOf(this.#commit);
    return this.#keys.has(key(type, documentId));
  }
}

function keysOf({ changes }: Commit): ReadonlySet<string> {
  const keys = new Set<string>();
  for (const change of changes) if (change.kind === "put") keys.add(key(change.type, change.version.documentId));
  return keys;
}

function key(type: string, documentId: string): string {
  return `${type} ${documentId}`;
}
