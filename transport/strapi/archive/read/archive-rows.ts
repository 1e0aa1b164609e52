import { type Change, type ContentType, localeOf, type Status, statusOf } from "../../../../engine/internal.ts";
import type { LeftOutNames, ModelChanges } from "./check-models.ts";

export type Put = Extract<Change, { kind: "put" }>;

/** The version or component that a link line refers to by type and numeric id. */
export interface RowReference {
  /** documentId of a version, numeric id of a component. */
  readonly name: string | number;
  /** Null in types without drafts, and for components in them. */
  readonly status: Status | null;
  /** As stored: null for the default locale; undefined in types without locales. */
  readonly locale: string | null | undefined;
}

/** The rows of an archive that fit the schema. */
export class ArchiveRows {
  readonly puts: Put[] = [];
  /** Models and attributes whose rows, values and links are left out. */
  readonly unserved: LeftOutNames;
  /** Attributes whose values are left out where they do not fit. */
  readonly fitted: LeftOutNames;
  /** Number of rows left out, by kind. */
  readonly leftOut = new Map<string, number>();
  /** By model and numeric id. */
  readonly #references = new Map<string, Map<number, RowReference>>();
  readonly #lastIds = new Map<string, number>();
  readonly #places = new Set<string>();

  constructor({ leftOut, fitted }: Pick<ModelChanges, "leftOut" | "fitted">) {
    this.unserved = leftOut;
    this.fitted = fitted;
  }

  /** Whether this is the first version of its document with this status. */
  addPut(put: Put, { draftAndPublish, locale }: ContentType): boolean {
    const { type, status, version } = put;
    const place = `${type} ${status} ${version.documentId}`;
    if (this.#places.has(place)) return false;
    this.#places.add(place);
    this.puts.push(put);
    this.addReference(type, version.id, {
      name: version.documentId,
      status: draftAndPublish ? statusOf(status) : null,
      locale: locale === null ? undefined : localeOf(status),
    });
    return true;
  }

  /** Whether this is the first row of its model with this numeric id. */
  addReference(model: string, id: number, reference: RowReference): boolean {
    const known = this.#references.get(model) ?? new Map<number, RowReference>();
    this.#references.set(model, known);
    if (known.has(id)) return false;
    known.set(id, reference);
    this.#lastIds.set(model, Math.max(id, this.#lastIds.get(model) ?? 0));
    return true;
  }

  find(model: string, id: number): RowReference | undefined {
    return this.#references.get(model)?.get(id);
  }

  leaveOut(what: string): void {
    this.leftOut.set(what, (this.leftOut.get(what) ?? 0) + 1);
  }

  /** The highest numeric id of each model, so that none is reused. */
  *sequences(): Generator<Change> {
    for (const [of, last] of this.#lastIds) yield { kind: "sequence", of, last };
  }
}
