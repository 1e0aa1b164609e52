import {
  type ContentType,
  count,
  type Entry,
  findMany,
  OBJECTS,
  type Query,
  type Status,
} from "../../../../engine/internal.ts";
import type { Store } from "../../../../storage/core.ts";
import { DocumentReader } from "../../../library/documents/document-reader.ts";
import type { Loose } from "../strapi-object.ts";
import { listParams, onlySelected, type RowParams } from "./row-params.ts";

const BOTH: readonly Status[] = ["draft", "published"];

/** A row: a version of a document in one locale. */
export interface Row extends Entry {
  readonly id: number;
  readonly documentId: string;
  /** Null: a draft. */
  readonly publishedAt: string | null;
}

/** Reads the rows of a content type: drafts and published versions in all locales, private attributes included. */
export class Rows {
  readonly #reader: DocumentReader;
  readonly #store: Store;
  readonly #type: ContentType;

  constructor(store: Store, type: ContentType) {
    this.#store = store;
    this.#type = type;
    this.#reader = new DocumentReader(store, type);
  }

  #query(params: RowParams): Query {
    const { schema } = this.#store.engine;
    const asked = listParams(schema, this.#type, { orderBy: "id", ...params });
    const query = this.#reader.query(asked as Loose, "find");
    return { ...query, statuses: this.#type.draftAndPublish ? BOTH : query.statuses, locales: "all" };
  }

  find(params: RowParams): Row[] {
    const query = this.#query(params);
    const { entries } = findMany(this.#reader.reading(query), OBJECTS, query);
    return (entries as unknown as readonly Row[]).map((row) => onlySelected(row, params));
  }

  count(params: RowParams): number {
    const { where, filters, _q } = params;
    const query = this.#query({ where, filters, _q });
    return count(this.#reader.reading(query), query);
  }

  /** The rows of a document, drafts first. */
  ofDocument(documentId: string, locale?: string | null): Row[] {
    const where = { documentId, ...(locale !== undefined && locale !== null && { locale }) };
    const rows = this.find({ where });
    return [...rows.filter((row) => isDraft(this.#type, row)), ...rows.filter((row) => !isDraft(this.#type, row))];
  }
}

/** Whether a row is a draft. Rows of types without drafts are none. */
export function isDraft(type: ContentType, { publishedAt }: Pick<Row, "publishedAt">): boolean {
  return type.draftAndPublish && publishedAt === null;
}
