import type { Change, Commit, Engine } from "../engine/index.ts";
import { fitValues } from "./fit-values.ts";

type Link = Extract<Change, { kind: "link" }>;

/**
 * Makes stored commits fit the schema they are loaded into, which may have lost a type or a relation, or have given it
 * another meaning, since they were written.
 */
export class Fitting {
  /** How many changes found no place, in whole or in part, by the type or relation they are about. */
  readonly leftOut = new Map<string, number>();
  readonly #engine: Engine;

  constructor(engine: Engine) {
    this.#engine = engine;
  }

  /** The commit without the changes that the schema has no place for; the same one when there are none. */
  fit(commit: Commit): Commit {
    const changes = commit.changes.flatMap((change) => (this.#fits(change, commit) ? this.#fitted(change) : []));
    const isSame = changes.length === commit.changes.length && changes.every((each, at) => each === commit.changes[at]);
    return isSame ? commit : { ...commit, changes };
  }

  #fits(change: Change, commit: Commit): boolean {
    if (change.kind === "sequence") return true;
    const name = "type" in change ? change.type : change.relation;
    const fits = "type" in change ? this.#hasPlace(change) : this.#hasRelation(change, commit);
    if (!fits) this.#leaveOut(name);
    return fits;
  }

  /** The change with the components that fit. */
  #fitted(change: Change): Change {
    if (change.kind !== "put") return change;
    const { type, version } = change;
    const values = fitValues(this.#engine.schema, this.#engine.schema.type(type), version.values);
    if (values === version.values) return change;
    this.#leaveOut(type);
    return { ...change, version: { ...version, values } };
  }

  #leaveOut(name: string): void {
    this.leftOut.set(name, (this.leftOut.get(name) ?? 0) + 1);
  }

  #hasPlace({ type, status }: { readonly type: string; readonly status: string }): boolean {
    const { draftAndPublish } = this.#engine.schema.types.get(type) ?? {};
    return draftAndPublish === true || (draftAndPublish === false && status === "published");
  }

  #hasRelation(change: Link | Extract<Change, { kind: "unlink" }>, commit: Commit): boolean {
    const relation = this.#engine.state.shape.relations.byName.get(change.relation);
    if (relation === undefined) return false;
    if (change.kind === "unlink") return true;
    const { source, target } = change;
    if (typeof source === "number" && relation.owner.model !== "component") return false;
    if (typeof source === "string" && relation.owner.model === "component") return false;
    if (typeof source === "string" && !this.#exists(relation.owner.uid, source, commit)) return false;
    return this.#exists(relation.target.uid, target, commit);
  }

  /** In the state, or made by the same commit. */
  #exists(type: string, documentId: string, commit: Commit): boolean {
    if (this.#engine.state.collection(type).numberOf(documentId) !== undefined) return true;
    return documentsOf(commit).has(key(type, documentId));
  }
}

const documentsByCommit = new WeakMap<Commit, ReadonlySet<string>>();

/** The documents that a commit makes, found once: for a snapshot these are all. */
function documentsOf(commit: Commit): ReadonlySet<string> {
  const known = documentsByCommit.get(commit);
  if (known !== undefined) return known;
  const documents = new Set<string>();
  for (const change of commit.changes) {
    if (change.kind === "put") documents.add(key(change.type, change.version.documentId));
  }
  documentsByCommit.set(commit, documents);
  return documents;
}

function key(type: string, documentId: string): string {
  return `${type} ${documentId}`;
}
