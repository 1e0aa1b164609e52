import { type ContentType, componentUids, FILE_TYPE, type Schema, type Status } from "../../../engine/internal.ts";
import { USER_TYPE } from "../../access/user-types.ts";
import type { SourceLocale } from "../source/source-locales.ts";
import { TwinError } from "../twin-error.ts";
import type { Files } from "./files.ts";
import type { Lists, Page } from "./lists.ts";
import type { EntryReader } from "./read-entry.ts";
import type { Row, Rows } from "./rows.ts";

export const BOTH: readonly Status[] = ["draft", "published"];
export const ONE: readonly Status[] = ["published"];

export interface DocumentsOptions {
  readonly schema: Schema;
  readonly lists: Lists;
  readonly reader: EntryReader;
  readonly files: Files;
  /** By uid of the type. */
  readonly rows: ReadonlyMap<string, Rows>;
  /** The newest documents of each type, and the documents linked to them. */
  readonly max?: number | undefined;
  /** Filters by name of a type, as parts of a query string. */
  readonly where?: ReadonlyMap<string, readonly string[]> | undefined;
  readonly resume: boolean;
  readonly progress?: ((documents: number, all: number) => void) | undefined;
}

/** Reads documents of a source into rows: all of a type, a part of it, or named ones. */
export class Documents {
  readonly #options: DocumentsOptions;
  /** Locales of the entries so far. */
  readonly locales = new Set<string>();
  #count = 0;

  constructor(options: DocumentsOptions) {
    this.#options = options;
    for (const { type, documents } of options.rows.values()) if (type !== FILE_TYPE) this.#count += documents;
  }

  /** Whether only a part was asked for: of a type, or of any. */
  isPart(type?: ContentType): boolean {
    const { max, where } = this.#options;
    if (type === undefined) return max !== undefined || where !== undefined;
    return max !== undefined || this.#filtersOf(type) !== undefined;
  }

  async readList(type: ContentType): Promise<void> {
    const { lists, max, resume } = this.#options;
    if (this.isPart(type)) return this.#readPart(type, max, this.#filtersOf(type) ?? []);
    const rows = this.rowsOf(type);
    await Promise.all(
      this.#statusesOf(type).map(async (status) => {
        const after = resume ? rows.lastId(status) : 0;
        for await (const page of lists.whole(type, status, after)) await this.#add(type, status, page);
      }),
    );
  }

  async readNamed(type: ContentType, names: readonly string[]): Promise<void> {
    for (const status of this.#statusesOf(type))
      for await (const page of this.#options.lists.named(type, status, names)) await this.#add(type, status, page);
  }

  /** Reads the documents to which the read documents link, of the given types; not the documents that link to them. */
  async readLinked(types: readonly ContentType[]): Promise<void> {
    const wanted = await this.#linkedIds(types);
    for (const type of types) {
      const ids = this.rowsOf(type).ids;
      const names = new Set<string>();
      for (const [status, ofStatus] of wanted.get(type.uid) ?? []) {
        const missing = [...ofStatus].filter((id) => !ids.has(id));
        const asked = type.draftAndPublish ? status : "published";
        for await (const page of this.#options.lists.ofIds(type, asked, missing))
          for (const { documentId } of page) names.add(String(documentId));
      }
      await this.readNamed(type, [...names]);
    }
  }

  async readSingle(type: ContentType, locales: readonly SourceLocale[]): Promise<void> {
    for (const status of this.#statusesOf(type)) {
      for (const locale of type.locale === null ? [null] : locales.map(({ code }) => code)) {
        const entry = await this.#options.lists.single(type, status, locale);
        if (entry !== null) await this.#add(type, status, [entry]);
      }
    }
  }

  rowsOf({ uid }: ContentType): Rows {
    const rows = this.#options.rows.get(uid);
    if (rows === undefined) throw new TwinError(`${uid} is not read`);
    return rows;
  }

  #filtersOf({ uid, singularName }: ContentType): readonly string[] | undefined {
    const { where } = this.#options;
    return where?.get(uid) ?? where?.get(singularName);
  }

  #statusesOf(type: ContentType): readonly Status[] {
    return hasTwoLayers(this.#options.schema, type) ? BOTH : ONE;
  }

  async #readPart(type: ContentType, max: number | undefined, filters: readonly string[]): Promise<void> {
    const names = new Set<string>();
    const most = max ?? Number.POSITIVE_INFINITY;
    for (const status of type.draftAndPublish ? BOTH : ONE) {
      const newest = new Set<string>();
      for await (const page of this.#options.lists.newest(type, status, filters)) {
        for (const { documentId } of page) if (newest.size < most) newest.add(String(documentId));
        if (newest.size >= most) break;
      }
      for (const name of newest) names.add(name);
    }
    await this.readNamed(type, [...names].slice(0, most));
  }

  /** Ids of rows that the read rows of some types link to, by type and status. */
  async #linkedIds(types: readonly ContentType[]): Promise<ReadonlyMap<string, ReadonlyMap<Status, Set<number>>>> {
    const wanted = new Map<string, Map<Status, Set<number>>>();
    for (const type of types) {
      for await (const { links, status } of this.rowsOf(type).read()) {
        for (const [model, , name, targets] of links) {
          const attribute = type.uid === model ? type.attributes.get(name) : undefined;
          if (attribute?.kind === "relation" && attribute.mappedBy !== undefined) continue;
          for (const [uid, id] of targets) {
            const ofType = wanted.get(uid) ?? new Map<Status, Set<number>>();
            wanted.set(uid, ofType);
            ofType.set(status, (ofType.get(status) ?? new Set()).add(id));
          }
        }
      }
    }
    return wanted;
  }

  async #add(type: ContentType, status: Status, page: Page): Promise<void> {
    const { reader, files, lists, progress } = this.#options;
    const rows: Row[] = [];
    for (const entry of page) {
      const isBeside = status === "draft" && !type.draftAndPublish;
      const read = reader.read(type, entry, isBeside);
      if (read === undefined) continue;
      if (typeof read.data.locale === "string") this.locales.add(read.data.locale);
      rows.push({ status, ...read, ...(isBeside && { linksOnly: true }) });
    }
    await files.settle();
    await this.rowsOf(type).add(rows);
    if (status === "published" && type.draftAndPublish) return;
    this.#count += rows.length;
    progress?.(this.#count, Math.max(this.#count, lists.total));
  }
}

/** Whether lists of drafts show links that lists of published versions do not. */
function hasTwoLayers(schema: Schema, type: ContentType): boolean {
  return type.draftAndPublish || (type.uid !== USER_TYPE && leadsToDrafts(schema, type));
}

/** Whether a type without drafts has links to documents with drafts, also in components. */
function leadsToDrafts(schema: Schema, type: ContentType): boolean {
  const seen = new Set<string>();
  const leads = (uid: string, attributes: ContentType["attributes"]): boolean => {
    if (seen.has(uid)) return false;
    seen.add(uid);
    return [...attributes.values()].some((attribute) => {
      if (attribute.kind === "relation") return schema.types.get(attribute.target)?.draftAndPublish === true;
      if (attribute.kind === "morph") return true;
      const parts = componentUids(attribute);
      return parts.some((part) => leads(part, schema.component(part).attributes));
    });
  };
  return leads(type.uid, type.attributes);
}
