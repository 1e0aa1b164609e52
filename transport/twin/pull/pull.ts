import {
  type ContentType,
  FILE_TYPE,
  isRecord,
  type Schema,
  type Status,
  type UnknownRecord,
} from "../../../engine/internal.ts";
import { USER_TYPE } from "../../access/user-types.ts";
import { shortName } from "../scrub/rules.ts";
import type { Scrubber } from "../scrub/scrubber.ts";
import { type SourceTypes, sourceTypes } from "../source/source-types.ts";
import type { Upstream } from "../source/upstream.ts";
import { RefusedError, TwinError } from "../twin-error.ts";
import { chooseTypes } from "./choose-types.ts";
import { type FileChoice, type FileSink, Files } from "./files.ts";
import { Lists, type Page, paginationIn } from "./lists.ts";
import { publicRights, type Rights } from "./public-rights.ts";
import { EntryReader } from "./read-entry.ts";
import { LeftOut, type TypeReport } from "./report.ts";
import type { RowLog } from "./row-log.ts";
import { type Row, Rows } from "./rows.ts";
import { sweep } from "./sweep.ts";

export interface PullOptions {
  readonly upstream: Upstream;
  /** Path of the project with the content types, in place of the source's own list. */
  readonly schema?: string | undefined;
  /** Names of the types to read; all of the project's own by default. */
  readonly types?: readonly string[] | undefined;
  /** Read the types that chosen ones need. Default: true. */
  readonly closure?: boolean;
  /** The newest documents of each type, and the documents linked to them. */
  readonly max?: number | undefined;
  /** Filters by name of a type, as parts of a query string. */
  readonly where?: ReadonlyMap<string, readonly string[]>;
  readonly files: FileChoice;
  readonly remoteFiles?: boolean;
  readonly allowDrift?: boolean;
  /** Makes what replaces values; null keeps them. Values that are kept must not reach a disk. */
  readonly scrubber: Scrubber | null;
  readonly log: RowLog;
  readonly sink: FileSink;
  /** Continue what the log holds. */
  readonly resume?: boolean;
  /** Called with the number of documents so far, and of how many. */
  readonly progress?: (documents: number, all: number) => void;
}

/** A locale of the source. */
export interface SourceLocale {
  readonly code: string;
  readonly name: string;
}

/** The content read from a source. */
export interface Pulled {
  readonly types: SourceTypes;
  readonly rows: ReadonlyMap<string, Rows>;
  /** The default one first; empty if no type has locales. */
  readonly locales: readonly SourceLocale[];
  readonly rights: Rights | null;
  readonly roles: readonly UnknownRecord[];
  readonly limits: { readonly defaultLimit: number | null; readonly maxLimit: number | null };
  readonly report: {
    readonly types: { readonly [uid: string]: TypeReport };
    readonly files: { readonly fetched: number; readonly missing: number };
    readonly left: LeftOut;
    readonly changed: number;
    readonly moved: readonly string[];
    readonly maxLimit: number;
  };
}

/** Reads the content of a source, all versions and locales, and what changed while it was read once more. */
export async function pull(options: PullOptions): Promise<Pulled> {
  const { upstream } = options;
  const found = await sourceTypes(upstream, options.schema);
  return new Pull(options, found).run();
}

const BOTH: readonly Status[] = ["draft", "published"];
const ONE: readonly Status[] = ["published"];

class Pull {
  readonly #options: PullOptions;
  readonly #found: SourceTypes;
  readonly #schema: Schema;
  readonly #left = new LeftOut();
  readonly #lists: Lists;
  readonly #rows = new Map<string, Rows>();
  readonly #files: Files;
  readonly #reader: EntryReader;
  readonly #locales = new Set<string>();
  #documents = 0;

  constructor(options: PullOptions, found: SourceTypes) {
    this.#options = options;
    this.#found = found;
    this.#schema = found.schema;
    this.#lists = new Lists(options.upstream, found.schema);
    const rows = new Rows(FILE_TYPE, options.log);
    this.#rows.set(FILE_TYPE, rows);
    const { upstream, scrubber, sink, files: choice, remoteFiles: remote = false } = options;
    this.#files = new Files({
      upstream,
      schema: found.schema,
      scrubber,
      rows,
      sink,
      choice,
      remote,
      leave: this.#left.add,
    });
    this.#reader = new EntryReader(found.schema, scrubber, {
      seeFile: this.#files.see,
      seeUpload: this.#files.seeUpload,
    });
  }

  async run(): Promise<Pulled> {
    const { upstream, resume = false } = this.#options;
    const chosen = chooseTypes(this.#schema, this.#options.types, this.#options.closure ?? true);
    const files = this.#rows.get(FILE_TYPE);
    if (resume) await files?.restore();
    for (const { uid } of chosen) {
      const rows = new Rows(uid, this.#options.log);
      if (resume) await rows.restore();
      this.#rows.set(uid, rows);
      this.#documents += rows.documents;
    }
    const listed = await this.#listedLocales();
    const probe = await this.#probe(chosen);
    const collections = chosen.filter(({ kind }) => kind === "collection");
    const isReadable = await Promise.all(collections.map((type) => this.#readable(type, () => this.#readList(type))));
    const readable = collections.filter((_, at) => isReadable[at]);
    if (this.#options.max !== undefined || this.#options.where !== undefined) await this.#readLinked(readable);
    const locales = this.#localesOf(listed, probe.locale);
    for (const type of chosen.filter(({ kind }) => kind === "single"))
      if (await this.#readable(type, () => this.#readSingle(type, locales))) readable.push(type);
    if (this.#options.files === "all") await this.#readAllFiles();
    this.#tellPrivate(readable);
    const { changed, moved } = await this.#settle(readable, locales);
    await this.#refuseDrift();
    const rights = await publicRights(upstream, this.#schema);
    return {
      types: this.#found,
      rows: this.#rows,
      locales,
      rights: rights?.rights ?? null,
      roles: rights?.roles ?? [],
      limits: { defaultLimit: probe.defaultLimit, maxLimit: probe.maxLimit },
      report: {
        types: Object.fromEntries(readable.map((type) => [type.uid, this.#reportOf(type)])),
        files: { fetched: this.#files.fetched, missing: this.#files.missing },
        left: this.#left,
        changed,
        moved,
        maxLimit: this.#lists.maxLimit,
      },
    };
  }

  #rowsOf({ uid }: ContentType): Rows {
    const rows = this.#rows.get(uid);
    if (rows === undefined) throw new TwinError(`${uid} is not read`);
    return rows;
  }

  /** Whether a type could be read; what the token may not find is left out. */
  async #readable(type: ContentType, read: () => Promise<void>): Promise<boolean> {
    try {
      await read();
      return true;
    } catch (error) {
      if (!(error instanceof RefusedError) || error.status === 401) throw error;
      if (error.status !== 403 && error.status !== 404) throw error;
      this.#left.add(type.uid, error.status === 404 ? "has no route at the source (404)" : `${error.message}`);
      this.#rows.delete(type.uid);
      return false;
    }
  }

  /** Whether lists of drafts show links that lists of published versions do not. */
  #hasTwoLayers(type: ContentType): boolean {
    return type.draftAndPublish || (type.uid !== USER_TYPE && leadsToDrafts(this.#schema, type));
  }

  async #readList(type: ContentType): Promise<void> {
    const { max, where } = this.#options;
    const filters = where?.get(type.uid) ?? where?.get(type.singularName);
    if (max !== undefined || filters !== undefined) return this.#readPart(type, max, filters ?? []);
    const rows = this.#rowsOf(type);
    await Promise.all(
      (this.#hasTwoLayers(type) ? BOTH : ONE).map(async (status) => {
        const after = this.#options.resume === true ? rows.lastId(status) : 0;
        for await (const page of this.#lists.whole(type, status, after)) await this.#add(type, status, page);
      }),
    );
  }

  async #readPart(type: ContentType, max: number | undefined, filters: readonly string[]): Promise<void> {
    const names = new Set<string>();
    const most = max ?? Number.POSITIVE_INFINITY;
    for (const status of type.draftAndPublish ? BOTH : ONE) {
      const newest = new Set<string>();
      for await (const page of this.#lists.newest(type, status, filters)) {
        for (const { documentId } of page) if (newest.size < most) newest.add(String(documentId));
        if (newest.size >= most) break;
      }
      for (const name of newest) names.add(name);
    }
    const chosen = [...names].slice(0, most);
    await this.#readDocuments(type, chosen);
  }

  /** Reads the documents to which the read documents link, of the given types; not the documents that link to them. */
  async #readLinked(types: readonly ContentType[]): Promise<void> {
    const wanted = new Map<string, Map<Status, Set<number>>>();
    for (const type of types) {
      for await (const { links, status } of this.#rowsOf(type).read()) {
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
    for (const type of types) {
      const ids = this.#rowsOf(type).ids;
      const names = new Set<string>();
      for (const [status, ofStatus] of wanted.get(type.uid) ?? []) {
        const missing = [...ofStatus].filter((id) => !ids.has(id)).map(String);
        const pages = this.#lists.named(type, type.draftAndPublish ? status : "published", missing, "id");
        for await (const page of pages) for (const { documentId } of page) names.add(String(documentId));
      }
      await this.#readDocuments(type, [...names]);
    }
  }

  async #readDocuments(type: ContentType, names: readonly string[]): Promise<void> {
    for (const status of this.#hasTwoLayers(type) ? BOTH : ONE)
      for await (const page of this.#lists.named(type, status, names)) await this.#add(type, status, page);
  }

  async #readSingle(type: ContentType, locales: readonly SourceLocale[]): Promise<void> {
    for (const status of this.#hasTwoLayers(type) ? BOTH : ONE) {
      for (const locale of type.locale === null ? [null] : locales.map(({ code }) => code)) {
        const entry = await this.#lists.single(type, status, locale);
        if (entry !== null) await this.#add(type, status, [entry]);
      }
    }
  }

  /** Whether a single type's entry has changed since; then it is read again. */
  async #readSingleAgain(type: ContentType, locales: readonly SourceLocale[]): Promise<boolean> {
    const rows = this.#rowsOf(type);
    const before = [...rows.keys()];
    const stamps = () => JSON.stringify([...rows.keys()].sort().map((key) => [key, stampIn(rows, key)]));
    const then = stamps();
    await rows.remove(before);
    await this.#readSingle(type, locales);
    return stamps() !== then;
  }

  async #add(type: ContentType, status: Status, page: Page): Promise<void> {
    const rows: Row[] = [];
    for (const entry of page) {
      const isBeside = status === "draft" && !type.draftAndPublish;
      const read = this.#reader.read(type, entry, isBeside);
      if (read === undefined) continue;
      if (typeof read.data.locale === "string") this.#locales.add(read.data.locale);
      rows.push({ status, ...read, ...(isBeside && { linksOnly: true }) });
    }
    await this.#files.settle();
    await this.#rowsOf(type).add(rows);
    if (status === "published" && type.draftAndPublish) return;
    this.#documents += rows.length;
    this.#options.progress?.(this.#documents, Math.max(this.#documents, this.#lists.total));
  }

  /** Asks for changes since a page was read, and reads changed documents again; three times at most. */
  async #settle(types: readonly ContentType[], locales: readonly SourceLocale[]) {
    const isPart = this.#options.max !== undefined || this.#options.where !== undefined;
    const changed = new Set<string>();
    let moved: string[] = [];
    for (let round = 0; round < 3; round++) {
      moved = [];
      for (const type of types) {
        if (type.uid === USER_TYPE) continue;
        if (type.kind === "single") {
          if (await this.#readSingleAgain(type, locales)) moved.push(type.uid);
          continue;
        }
        const statuses = type.draftAndPublish ? BOTH : ONE;
        const dirty = await sweep(this.#lists, type, statuses, this.#rowsOf(type), isPart);
        if (dirty.size === 0) continue;
        for (const name of dirty) moved.push(`${type.uid} ${name}`);
        const gone = [...this.#rowsOf(type).keys()].filter((key) =>
          dirty.has(this.#rowsOf(type).documentOf(key) ?? ""),
        );
        await this.#rowsOf(type).remove(gone);
        await this.#readDocuments(type, [...dirty]);
      }
      for (const name of moved) changed.add(name);
      if (moved.length === 0) break;
    }
    return { changed: changed.size, moved };
  }

  async #readAllFiles(): Promise<void> {
    try {
      const listed = await this.#options.upstream.json("/upload/files");
      for (const file of Array.isArray(listed) ? listed : []) if (isRecord(file)) this.#files.see(file);
    } catch (error) {
      if (!(error instanceof RefusedError) || error.status !== 403) throw error;
      this.#left.add("files that no entry shows", error.message);
    }
    await this.#files.settle();
  }

  async #listedLocales(): Promise<readonly (SourceLocale & { readonly isDefault: boolean })[] | null> {
    if ([...this.#schema.types.values()].every(({ locale }) => locale === null)) return null;
    try {
      const listed = await this.#options.upstream.json("/i18n/locales");
      if (!Array.isArray(listed)) return null;
      return listed.filter(isRecord).map(({ code, name, isDefault }) => ({
        code: String(code),
        name: String(name),
        isDefault: isDefault === true,
      }));
    } catch (error) {
      if (error instanceof RefusedError && error.status !== 401) return null;
      throw error;
    }
  }

  /**
   * Without the source's list, its locales are the entries', and the default one is the locale of an entry read without
   * asking for one.
   */
  #localesOf(listed: readonly (SourceLocale & { readonly isDefault: boolean })[] | null, first: string | null) {
    const all = listed ?? [...this.#locales].map((code) => ({ code, name: code, isDefault: code === first }));
    if (all.length === 0 && [...this.#schema.types.values()].some(({ locale }) => locale !== null))
      return [{ code: first ?? "en", name: first ?? "en" }];
    return all.toSorted((a, b) => Number(b.isDefault) - Number(a.isDefault)).map(({ code, name }) => ({ code, name }));
  }

  /** How the source answers without being asked: its page sizes, and the locale of an entry. */
  async #probe(types: readonly ContentType[]) {
    const found = {
      defaultLimit: null as number | null,
      maxLimit: null as number | null,
      locale: null as string | null,
    };
    const collections = types.filter(({ kind, uid }) => kind === "collection" && uid !== USER_TYPE);
    for (const type of collections) {
      const answer = await this.#quietly(`/${type.pluralName}`);
      if (answer === null) continue;
      const { data } = answer;
      const first = Array.isArray(data) ? data[0] : null;
      if (isRecord(first) && typeof first.locale === "string") found.locale ??= first.locale;
      if (found.defaultLimit === null) {
        found.defaultLimit = paginationIn(answer).pageSize;
        const large = await this.#quietly(`/${type.pluralName}?filters[id][$lt]=0&pagination[pageSize]=1000000`);
        const granted = large === null ? null : paginationIn(large).pageSize;
        found.maxLimit = granted !== null && granted < 1_000_000 ? granted : null;
      }
      if (found.locale !== null || types.every(({ locale }) => locale === null)) break;
    }
    return found;
  }

  async #quietly(path: string): Promise<UnknownRecord | null> {
    try {
      const answer = await this.#options.upstream.json(path);
      return isRecord(answer) ? answer : null;
    } catch (error) {
      if (error instanceof RefusedError && error.status !== 401) return null;
      throw error;
    }
  }

  /** No answer shows them. */
  #tellPrivate(types: readonly ContentType[]): void {
    for (const model of [...types, ...this.#schema.components.values()])
      for (const attribute of model.attributes.values())
        if (attribute.private && attribute.system !== true && model.uid !== USER_TYPE)
          this.#left.add(`${shortName(model)}.${attribute.name}`, "private");
  }

  async #refuseDrift(): Promise<void> {
    if (this.#options.schema !== undefined || this.#options.allowDrift === true) return;
    const now = await sourceTypes(this.#options.upstream);
    if (JSON.stringify(now.lines) === JSON.stringify(this.#found.lines)) return;
    throw new TwinError("the source changed its content types while it was read: start again or add --allow-drift");
  }

  #reportOf(type: ContentType): TypeReport {
    const rows = this.#rowsOf(type);
    const locales = new Set([...rows.keys()].map((key) => key.split(" ")[1] ?? "").filter((code) => code !== ""));
    const where = this.#options.where;
    const isPart =
      this.#options.max !== undefined || where?.has(type.uid) === true || where?.has(type.singularName) === true;
    return {
      documents: rows.documents,
      published: new Set([...rows.keys("published")].map((key) => key.split(" ")[2])).size,
      locales: [...locales].sort(),
      complete: !isPart,
    };
  }
}

function stampIn(rows: Rows, key: string): readonly unknown[] {
  const stamp = rows.stampOf(key);
  return [stamp?.id, stamp?.updatedAt, stamp?.publishedAt];
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
      const parts =
        attribute.kind === "component"
          ? [attribute.component]
          : attribute.kind === "dynamiczone"
            ? attribute.components
            : [];
      return parts.some((part) => leads(part, schema.component(part).attributes));
    });
  };
  return leads(type.uid, type.attributes);
}
