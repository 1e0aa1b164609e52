import { type ContentType, FILE_TYPE, isPassword, isRecord, type Schema } from "../../../engine/internal.ts";
import { USER_TYPE } from "../../access/user-types.ts";
import { shortName } from "../scrub/rules.ts";
import type { Scrubber } from "../scrub/scrubber.ts";
import { type Dialect, dialect5 } from "../source/dialect.ts";
import { dialect4 } from "../source/dialect-4.ts";
import { probe } from "../source/probe.ts";
import { listedLocales, localesOf } from "../source/source-locales.ts";
import { type SourceTypes, sourceTypes } from "../source/source-types.ts";
import type { Upstream } from "../source/upstream.ts";
import { RefusedError, TwinError } from "../twin-error.ts";
import { chooseTypes } from "./choose-types.ts";
import { Documents } from "./documents.ts";
import { type FileChoice, type FileSink, Files } from "./files.ts";
import { Lists } from "./lists.ts";
import { publicRights } from "./public-rights.ts";
import type { Pulled } from "./pulled.ts";
import { EntryReader } from "./read-entry.ts";
import { LeftOut, type TypeReport } from "./report.ts";
import type { RowLog } from "./row-log.ts";
import { Rows } from "./rows.ts";
import { settle } from "./settle.ts";

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

/** Reads the content of a source, all versions and locales, and what changed while it was read once more. */
export async function pull(options: PullOptions): Promise<Pulled> {
  const found = await sourceTypes(options.upstream, options.schema, options.types);
  return new Pull(options, found).run();
}

class Pull {
  readonly #options: PullOptions;
  readonly #found: SourceTypes;
  readonly #schema: Schema;
  readonly #left = new LeftOut();
  readonly #rows = new Map<string, Rows>();

  constructor(options: PullOptions, found: SourceTypes) {
    this.#options = options;
    this.#found = found;
    this.#schema = found.schema;
  }

  async run(): Promise<Pulled> {
    const { upstream, types, closure = true, max, where, resume = false, progress } = this.#options;
    const schema = this.#schema;
    const all = [...schema.types.values()];
    const chosen = chooseTypes(schema, types, closure);
    const files = this.#files(await this.#open(FILE_TYPE, resume));
    for (const { uid } of chosen) await this.#open(uid, resume);
    const listed = await listedLocales(upstream, all);
    const probed = await probe(upstream, chosen);
    const dialect = probed.version === "4" ? dialect4(schema) : dialect5(schema);
    const lists = new Lists(upstream, dialect);
    const seeing = { seeFile: files.see, seeUpload: files.seeUpload };
    const reader = new EntryReader(schema, this.#options.scrubber, seeing);
    const documents = new Documents({ schema, lists, reader, files, rows: this.#rows, max, where, resume, progress });
    const collections = chosen.filter(({ kind }) => kind === "collection");
    const reads = (type: ContentType, read: () => Promise<void>) => this.#reads(type, probed.answered, read);
    const isReadable = await Promise.all(collections.map((type) => reads(type, () => documents.readList(type))));
    const readable = collections.filter((_, at) => isReadable[at]);
    if (documents.isPart()) await documents.readLinked(readable);
    const singles = chosen.filter(({ kind }) => kind === "single");
    if (listed === null)
      for (const type of singles.filter(({ locale }) => locale !== null))
        for (const code of await lists.localesOf(type)) documents.locales.add(code);
    const locales = localesOf(all, listed, documents.locales, probed.locale);
    for (const type of singles) if (await reads(type, () => documents.readSingle(type, locales))) readable.push(type);
    if (this.#options.files === "all") await this.#readAllFiles(files, dialect);
    this.#tellPrivate(readable);
    for (const name of this.#found.unknown) this.#left.add(name, "a link of which no entry tells where it leads");
    for (const name of reader.unseen()) this.#left.add(name, "is not in the answers of the source");
    const { doubles, ...settled } = await settle(lists, documents, readable, locales);
    for (const [type, count] of doubles)
      this.#left.add(type.uid, "the source has another row of the same document, locale and status", count);
    await this.#refuseDrift();
    const rights = await publicRights(upstream, schema);
    return {
      types: this.#found,
      rows: this.#rows,
      locales,
      version: dialect.version,
      profile: probed.profile,
      rights: rights?.rights ?? null,
      roles: (rights?.roles ?? []).map(dialect.bare),
      limits: { defaultLimit: probed.defaultLimit, maxLimit: probed.maxLimit },
      report: {
        types: Object.fromEntries(
          readable.map((type) => [type.uid, typeReport(documents.rowsOf(type), !documents.isPart(type))]),
        ),
        files: { fetched: files.fetched, missing: files.missing },
        left: this.#left,
        ...settled,
        maxLimit: lists.maxLimit,
      },
    };
  }

  async #open(uid: string, resume: boolean): Promise<Rows> {
    const rows = new Rows(uid, this.#options.log);
    if (resume) await rows.restore();
    this.#rows.set(uid, rows);
    return rows;
  }

  #files(rows: Rows): Files {
    const { upstream, scrubber, sink, files: choice, remoteFiles: remote = false } = this.#options;
    const { add: leave } = this.#left;
    return new Files({ upstream, schema: this.#schema, scrubber, rows, sink, choice, remote, leave });
  }

  /** Whether a type could be read; what the token may not find is left out. `answered`: a path that takes the token. */
  async #reads(type: ContentType, answered: string | null, read: () => Promise<void>): Promise<boolean> {
    try {
      await read();
      return true;
    } catch (error) {
      if (!(error instanceof RefusedError)) throw error;
      const { status, message } = error;
      if (status === 401 && answered !== null) await this.#options.upstream.json(answered);
      else if (status !== 403 && status !== 404 && !(await this.#refusesAll(type))) throw error;
      this.#left.add(type.uid, WHY.get(status) ?? message);
      this.#rows.delete(type.uid);
      return false;
    }
  }

  /** Whether the route of a type refuses a question without parameters too, as broken code of the source's own does. */
  async #refusesAll({ kind, pluralName, singularName }: ContentType): Promise<boolean> {
    try {
      await this.#options.upstream.json(`/${kind === "single" ? singularName : pluralName}`);
      return false;
    } catch (error) {
      if (!(error instanceof RefusedError) || error.status === 401) throw error;
      return true;
    }
  }

  async #readAllFiles(files: Files, dialect: Dialect): Promise<void> {
    try {
      const listed = await this.#options.upstream.json("/upload/files");
      for (const file of Array.isArray(listed) ? listed : []) if (isRecord(file)) files.see(dialect.bare(file));
    } catch (error) {
      if (!(error instanceof RefusedError) || error.status !== 403) throw error;
      this.#left.add("files that no entry shows", error.message);
    }
    await files.settle();
  }

  /** No answer shows them. */
  #tellPrivate(types: readonly ContentType[]): void {
    for (const model of [...types, ...this.#schema.components.values()])
      for (const attribute of model.attributes.values())
        if (attribute.system !== true && model.uid !== USER_TYPE) {
          const name = `${shortName(model)}.${attribute.name}`;
          if (attribute.private) this.#left.add(name, "private");
          else if (isPassword(attribute)) this.#left.add(name, "a password, which no API shows");
        }
  }

  async #refuseDrift(): Promise<void> {
    if (this.#found.from !== "content-type-builder" || this.#options.allowDrift === true) return;
    const now = await sourceTypes(this.#options.upstream);
    if (JSON.stringify(now.lines) === JSON.stringify(this.#found.lines)) return;
    throw new TwinError("the source changed its content types while it was read: start again or add --allow-drift");
  }
}

const WHY: ReadonlyMap<number, string> = new Map([
  [401, "does not take this token (401)"],
  [404, "has no route at the source (404)"],
]);

function typeReport(rows: Rows, complete: boolean): TypeReport {
  const locales = new Set([...rows.keys()].map((key) => key.split(" ")[1] ?? "").filter((code) => code !== ""));
  const published = new Set([...rows.keys("published")].map((key) => key.split(" ")[2])).size;
  return { documents: rows.documents, published, locales: [...locales].sort(), complete };
}
