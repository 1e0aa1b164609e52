import { type Attribute, type ContentType, isRecord } from "../../../../engine/internal.ts";
import type { Store } from "../../../../storage/core.ts";
import { type DocumentCall, DocumentService } from "../../../library/documents/document-service.ts";
import type { Lifecycles } from "../lifecycles/lifecycles.ts";
import type { Loose, StrapiQuery } from "../strapi-object.ts";
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

  async findPage({ page = 1, pageSize = 10, ...params }: Loose = {}): Promise<Loose> {
    const limit = Number(pageSize);
    const offset = (Number(page) - 1) * limit;
    const [results, total] = await this.findWithCount({ ...params, limit, offset });
    return { results, pagination: { page: Number(page), pageSize: limit, pageCount: Math.ceil(total / limit), total } };
  }

  async create(params: Loose): Promise<Row> {
    const { data } = given(params, "Create");
    const event = this.#lifecycles.event(this.#type.uid, { ...params, data: { ...data } });
    await event.run("beforeCreate");
    const written = event.params.data;
    const [{ documentId }] = (await this.#documents.together([this.#creation(written)])) as [Row];
    const row = this.#created(documentId, written, params);
    await event.after("afterCreate", row);
    return row as Row;
  }

  async update(params: Loose): Promise<Row | null> {
    if (!isRecord(params.where)) throw new Error("Update requires a where parameter");
    const { data } = given(params, "Update");
    const event = this.#lifecycles.event(this.#type.uid, { ...params, data: { ...data } });
    await event.run("beforeUpdate");
    const [row] = this.#rows.find({ where: event.params.where, limit: 1 });
    if (row === undefined) return null;
    await this.#documents.together([this.#update(row, event.params.data)]);
    const result = this.#rows.find({ ...shape(params), where: { id: row.id } })[0] ?? this.#again(row, params);
    await event.after("afterUpdate", result);
    return result;
  }

  async delete(params: Loose): Promise<Row | null> {
    if (!isRecord(params?.where)) throw new Error("Delete requires a where parameter");
    const event = this.#lifecycles.event(this.#type.uid, { ...params });
    await event.run("beforeDelete");
    const [row] = this.#rows.find({ ...shape(params), where: event.params.where, limit: 1 });
    const [whole] = this.#rows.find({ where: event.params.where, limit: 1 });
    if (row === undefined || whole === undefined) return null;
    await this.#documents.together([this.#removal(whole)]);
    await event.after("afterDelete", row);
    return row;
  }

  async createMany(params: Loose) {
    if (!Array.isArray(params?.data)) throw new Error("CreateMany expects data to be an array");
    const event = this.#lifecycles.event(this.#type.uid, { ...params });
    await event.run("beforeCreateMany");
    const calls = event.params.data.map((data: Loose) => this.#creation(data));
    const created = (await this.#documents.together(calls)) as readonly { readonly documentId: string }[];
    const ids = created.map(({ documentId }, at) => (this.#created(documentId, event.params.data[at], {}) as Row).id);
    const result = { count: ids.length, ids };
    await event.after("afterCreateMany", result);
    return result;
  }

  async updateMany(params: Loose) {
    const event = this.#lifecycles.event(this.#type.uid, { ...params });
    await event.run("beforeUpdateMany");
    const rows = this.#rows.find({ where: event.params.where });
    await this.#documents.together(rows.map((row) => this.#update(row, event.params.data)));
    const result = { count: rows.length };
    await event.after("afterUpdateMany", result);
    return result;
  }

  async deleteMany(params: Loose = {}) {
    const event = this.#lifecycles.event(this.#type.uid, { ...params });
    await event.run("beforeDeleteMany");
    const rows = this.#rows.find({ where: event.params.where });
    await this.#documents.together(rows.map((row) => this.#removal(row)));
    const result = { count: rows.length };
    await event.after("afterDeleteMany", result);
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
