import { type Attribute, type ContentType, isRecord } from "../../../../engine/internal.ts";
import type { Store } from "../../../../storage/core.ts";
import { type DocumentCall, DocumentService } from "../../../library/documents/document-service.ts";
import type { Lifecycles } from "../lifecycles/lifecycles.ts";
import type { Loose, StrapiQuery } from "../strapi-object.ts";
import { foundPage } from "./row-params.ts";
import { isDraft, type Row, Rows } from "./rows.ts";

/** Members of a row that are not written by name. */
const KEPT: ReadonlySet<string> = new Set(["id", "publishedAt", "createdAt", "updatedAt", "createdBy", "updatedBy"]);

/**
 * `strapi.db.query(uid)`: rows by numeric id, past the hooks of documents and with lifecycles. A published row is changed
 * alone; a new one gets a draft where there is none, which Strapi's editors would miss too.
 */
export class DbQuery implements StrapiQuery {
  readonly #type: ContentType;
  readonly #rows: Rows;
  readonly #documents: DocumentService;
  readonly #lifecycles: Lifecycles;

  constructor(store: Store, type: ContentType, lifecycles: Lifecycles) {
    this.#type = type;
    this.#rows = new Rows(store, type);
    this.#documents = new DocumentService(store, type);
    this.#lifecycles = lifecycles;
  }

  async findMany(params: Loose = {}): Promise<Row[]> {
    return this.#read("FindMany", params, (given) => this.#rows.find(given));
  }

  async findOne(params: Loose = {}): Promise<Row | null> {
    return this.#read("FindOne", params, (given) => this.#rows.find({ ...given, limit: 1 })[0] ?? null);
  }

  async count(params: Loose = {}): Promise<number> {
    return this.#read("Count", params, (given) => this.#rows.count(given));
  }

  async findWithCount(params: Loose = {}): Promise<[Row[], number]> {
    return [await this.findMany(params), await this.count(params)];
  }

  async findPage(params: Loose): Promise<Loose> {
    return foundPage(params, (given) => this.findWithCount(given));
  }

  async create(params: Loose): Promise<Row> {
    const { data } = given(params, "Create");
    const created = await this.#write("Create", { ...params, data: { ...data } }, async ({ data: written }) => {
      const [{ documentId }] = (await this.#documents.together([this.#creation(written)])) as [Row];
      return this.#created(documentId, written, params);
    });
    return created as Row;
  }

  async update(params: Loose): Promise<Row | null> {
    if (!isRecord(params.where)) throw new Error("Update requires a where parameter");
    const { data } = given(params, "Update");
    const updated = await this.#write("Update", { ...params, data: { ...data } }, async ({ where, data: written }) => {
      const [row] = this.#rows.find({ where, limit: 1 });
      if (row === undefined) return undefined;
      await this.#documents.together([this.#update(row, written)]);
      return this.#rows.find({ ...shape(params), where: { id: row.id } })[0] ?? this.#again(row, params);
    });
    return updated ?? null;
  }

  async delete(params: Loose): Promise<Row | null> {
    if (!isRecord(params?.where)) throw new Error("Delete requires a where parameter");
    const deleted = await this.#write("Delete", { ...params }, async ({ where }) => {
      const [row] = this.#rows.find({ ...shape(params), where, limit: 1 });
      const [whole] = this.#rows.find({ where, limit: 1 });
      if (row === undefined || whole === undefined) return undefined;
      await this.#documents.together([this.#removal(whole)]);
      return row;
    });
    return deleted ?? null;
  }

  async createMany(params: Loose) {
    if (!Array.isArray(params?.data)) throw new Error("CreateMany expects data to be an array");
    return this.#write("CreateMany", { ...params }, async ({ data }) => {
      const calls = data.map((each: Loose) => this.#creation(each));
      const created = (await this.#documents.together(calls)) as readonly { readonly documentId: string }[];
      const ids = created.map(({ documentId }, at) => (this.#created(documentId, data[at], {}) as Row).id);
      return { count: ids.length, ids };
    });
  }

  async updateMany(params: Loose) {
    return this.#writeMany("UpdateMany", params, (row, { data }) => this.#update(row, data));
  }

  async deleteMany(params: Loose = {}) {
    return this.#writeMany("DeleteMany", params, (row) => this.#removal(row));
  }

  async #writeMany(name: string, params: Loose, callOf: (row: Row, params: Loose) => DocumentCall) {
    return this.#write(name, { ...params }, async (given) => {
      const rows = this.#rows.find({ where: given.where });
      await this.#documents.together(rows.map((row) => callOf(row, given)));
      return { count: rows.length };
    });
  }

  /** Runs lifecycles around a write; those after it are not run where it finds nothing. */
  async #write<T>(name: string, params: Loose, write: (params: Loose) => Promise<T>): Promise<T> {
    const event = this.#lifecycles.event(this.#type.uid, params);
    await event.run(`before${name}`);
    const result = await write(event.params);
    if (result !== undefined) await event.after(`after${name}`, result);
    return result;
  }

  async #read<T>(name: "FindMany" | "FindOne" | "Count", params: Loose, read: (params: Loose) => T): Promise<T> {
    const event = this.#lifecycles.event(this.#type.uid, { ...params });
    await event.run(`before${name}`);
    const result = read(event.params);
    await event.after(`after${name}`, result);
    return event.result as T;
  }

  #written(data: Loose): Loose {
    const { publishedAt, locale } = data;
    const status = this.#type.draftAndPublish && publishedAt !== null ? "published" : "draft";
    const own = Object.entries(data).filter(([name]) => !KEPT.has(name) && name !== "locale");
    return { data: Object.fromEntries(own), status, ...(typeof locale === "string" && { locale }) };
  }

  /** A published row beside a draft is written alone, and has no values of the draft. */
  #creation(data: Loose): DocumentCall {
    const { documentId, locale, publishedAt } = data;
    const rows = publishedAt === null || documentId === undefined ? [] : this.#rows.ofDocument(documentId, locale);
    const isBesideDraft = rows.length === 1 && rows.every((row) => isDraft(this.#type, row));
    if (!isBesideDraft) return { action: "create", params: this.#written(data) };
    return { action: "publishData", params: { ...this.#written({ ...emptyOf(this.#type), ...data }), documentId } };
  }

  #update(row: Row, data: Loose): DocumentCall {
    const publishedAt = "publishedAt" in data ? data.publishedAt : row.publishedAt;
    const { locale, documentId } = row;
    const isAlone = this.#type.draftAndPublish && row.publishedAt !== null && publishedAt !== null;
    const params = { ...this.#written({ ...data, publishedAt, locale }), documentId };
    return { action: isAlone ? "updatePublished" : "update", params };
  }

  /** Deletes a document with its draft; a published row alone is unpublished. */
  #removal(row: Row): DocumentCall {
    const { documentId, locale } = row;
    const isAlone = this.#type.draftAndPublish && !isDraft(this.#type, row);
    const params = { documentId, ...(typeof locale === "string" && { locale }) };
    return { action: isAlone ? "unpublish" : "delete", params };
  }

  /** The row that was created with this data: of its locale, published unless `publishedAt` is null. */
  #created(documentId: string, { publishedAt, locale }: Loose, params: Loose): Row | null {
    return this.#shown({ documentId, locale: locale ?? this.#type.locale }, publishedAt === null, params);
  }

  /** The published row of a document in a locale, or its draft. */
  #shown({ documentId, locale }: Loose, wantsDraft: boolean, params: Loose): Row | null {
    const rows = this.#rows.ofDocument(documentId, locale);
    const row = rows.find((each) => isDraft(this.#type, each) === wantsDraft) ?? rows[0];
    return row === undefined ? null : (this.#rows.find({ ...shape(params), where: { id: row.id } })[0] ?? null);
  }

  /** A published row gets a new id with each write. */
  #again(row: Row, params: Loose): Row | null {
    return this.#shown(row, isDraft(this.#type, row), params);
  }
}

/** The values of a new row for which nothing is given. */
function emptyOf({ attributes }: ContentType): Loose {
  const fallback = (attribute: Attribute) => (attribute.kind === "scalar" ? (attribute.default ?? null) : null);
  return Object.fromEntries([...attributes.values()].map((attribute) => [attribute.name, fallback(attribute)]));
}

function given(params: Loose, what: string): Loose {
  if (!isRecord(params?.data)) throw new Error(`${what} requires data`);
  return params;
}

function shape({ select, populate }: Loose): Loose {
  return { ...(select !== undefined && { select }), ...(populate !== undefined && { populate }) };
}
