import { isUtf8 } from "node:buffer";
import {
  type ContentType,
  FILE_TYPE,
  isRecord,
  type Json,
  type Schema,
  type UnknownRecord,
} from "../../../engine/internal.ts";
import { isFileName, reasonOf } from "../../../storage/core.ts";
import { isId } from "../../strapi/archive/read/read-rows.ts";
import type { Scrubber } from "../scrub/scrubber.ts";
import { withoutMetadata } from "../scrub/without-metadata.ts";
import { isPublic } from "../source/is-public.ts";
import type { Upstream } from "../source/upstream.ts";
import { RefusedError, TwinError } from "../twin-error.ts";
import { placeholder } from "./placeholder.ts";
import { EntryReader, type ReadEntry } from "./read-entry.ts";
import type { Rows } from "./rows.ts";

export type FileChoice = "referenced" | "all" | "none" | "placeholder";

/** Where bytes of files go. */
export interface FileSink {
  put(name: string, bytes: Uint8Array): Promise<void>;
  has(name: string): Promise<boolean>;
}

const LIMIT = 256 * 1_048_576;
const TEXT_LIMIT = 16 * 1_048_576;

export interface FilesOptions {
  readonly upstream: Upstream;
  readonly schema: Schema;
  readonly scrubber: Scrubber | null;
  readonly rows: Rows;
  readonly sink: FileSink;
  readonly choice: FileChoice;
  /** Fetch files of other origins too. */
  readonly remote: boolean;
  readonly leave: (what: string, why: string) => void;
}

/** The uploaded files that entries show: their rows, and their bytes. */
export class Files {
  readonly #options: FilesOptions;
  readonly #type: ContentType;
  readonly #reader: EntryReader;
  readonly #seen: Set<number>;
  readonly #uploads = new Set<string>();
  #settled: Promise<void> = Promise.resolve();
  #waiting: UnknownRecord[] = [];
  #paths: string[] = [];
  fetched = 0;
  missing = 0;

  constructor(options: FilesOptions) {
    this.#options = options;
    this.#type = options.schema.type(FILE_TYPE);
    this.#reader = new EntryReader(options.schema, options.scrubber);
    this.#seen = new Set(options.rows.ids);
  }

  /** A file as an entry shows it. */
  readonly see = (file: UnknownRecord): void => {
    if (!isId(file.id) || this.#seen.has(file.id)) return;
    this.#seen.add(file.id);
    this.#waiting.push(file);
  };

  /** The address of an upload in a text. */
  readonly seeUpload = (path: string): void => {
    if (this.#uploads.has(path)) return;
    this.#uploads.add(path);
    this.#paths.push(path);
  };

  /** Fetches all seen files. A row is kept once its bytes are. Afterwards all files seen before the call are kept. */
  settle(): Promise<void> {
    const begun = this.#settleWaiting();
    this.#settled = Promise.all([this.#settled, begun]).then(() => {});
    return this.#settled;
  }

  async #settleWaiting(): Promise<void> {
    const [files, paths] = [this.#waiting, this.#paths];
    [this.#waiting, this.#paths] = [[], []];
    if (files.length === 0 && paths.length === 0) return;
    const rows = await Promise.all(files.map(async (file) => this.#take(await this.#whole(file))));
    await Promise.all(paths.map((path) => this.#takePath(path)));
    await this.#options.rows.add(
      rows.flatMap((row) => (row === undefined ? [] : [{ status: "published" as const, ...row }])),
    );
  }

  /** The source's own code may have left out what describes a file. */
  async #whole(file: UnknownRecord): Promise<UnknownRecord> {
    if (typeof file.hash === "string" && typeof file.mime === "string") return file;
    try {
      const found = await this.#options.upstream.json(`/upload/files/${file.id}`);
      return isRecord(found) ? { ...found, ...file } : file;
    } catch (error) {
      if (!(error instanceof RefusedError)) throw error;
      this.#options.leave("files", "the source describes them in part");
      const [, hash, ext = ""] = /\/([^/?#]+?)(\.\w+)?$/.exec(String(file.url ?? "")) ?? [];
      return { hash: hash ?? `file_${file.id}`, ext, mime: "", name: `${hash}${ext}`, ...file };
    }
  }

  async #take(file: UnknownRecord): Promise<ReadEntry | undefined> {
    if (this.#options.scrubber === null) return this.#reader.read(this.#type, file);
    const { scrubber } = this.#options;
    const given = scrubbedFile(file, scrubber);
    await this.#fetch(file, file, `${given.hash}${extOf(file)}`);
    for (const [name, format] of Object.entries(isRecord(file.formats) ? file.formats : {}))
      if (isRecord(format)) await this.#fetch(format, file, `${name}_${given.hash}${extOf(format)}`);
    const { formats: _formats, name: _name, hash: _hash, url: _url, previewUrl: _preview, ...rest } = file;
    const row = this.#reader.read(this.#type, { ...rest, provider: "local", provider_metadata: null });
    if (row === undefined) return undefined;
    scrubber.seeFile(String(given.name));
    return { ...row, data: { ...row.data, ...given } };
  }

  /** Fetches the bytes of a file, or of one of its formats. */
  async #fetch(part: UnknownRecord, file: UnknownRecord, name: string): Promise<void> {
    const { choice, sink, remote, upstream, leave } = this.#options;
    const address = String(part.url);
    if (choice === "none" || !isFileName(name)) return;
    if (await sink.has(name)) return;
    if (choice === "placeholder") {
      const { width, height } = part;
      await sink.put(name, await placeholder({ id: file.id, mime: file.mime, width, height }));
      return;
    }
    const isOther = URL.canParse(address) && new URL(address).origin !== upstream.origin;
    if (isOther && !remote) leave("files of other servers", "give --remote-files to fetch them");
    else if (isOther && !(await isPublic(new URL(address).hostname)))
      leave("files of other servers", "their address is not public");
    else await this.#store(address, name, String(part.mime ?? file.mime));
  }

  async #takePath(path: string): Promise<void> {
    const { choice, sink, scrubber } = this.#options;
    if (choice === "none" || choice === "placeholder") return;
    const name = (scrubber?.text(path) ?? path).slice("/uploads/".length);
    if (isFileName(name) && !(await sink.has(name))) await this.#store(path, name, "");
  }

  async #store(address: string, name: string, mime: string): Promise<void> {
    const { upstream, sink, leave } = this.#options;
    let bytes: Uint8Array | null;
    try {
      bytes = await upstream.file(address, LIMIT);
    } catch (error) {
      if (!(error instanceof TwinError)) throw error;
      leave(
        "files",
        `cannot be fetched: ${this.#options.scrubber === null ? reasonOf(error) : "the source does not give them"}`,
      );
      this.missing++;
      return;
    }
    if (bytes === null) {
      this.missing++;
      leave("files", "are missing at the source");
      return;
    }
    await sink.put(name, plainBytes(bytes, mime, this.#options.scrubber, leave));
    this.fetched++;
  }
}

/** The bytes of a file without what a text in it, or a camera, tells of somebody. */
export function plainBytes(
  bytes: Uint8Array,
  mime: string,
  scrubber: Scrubber | null,
  leave: FilesOptions["leave"],
): Uint8Array {
  if (scrubber === null) return bytes;
  if (/^text\/|\b(?:json|xml|svg|csv)\b/.test(mime) && bytes.length <= TEXT_LIMIT)
    return scrubbedText(Buffer.from(bytes), scrubber);
  const plain = withoutMetadata(bytes);
  if (plain === null && mime !== "") leave("files whose content is not looked into", `${mime}, kept as they are`);
  return plain ?? bytes;
}

/** A text in the encoding that it has: spreadsheets save UTF-16 with a mark, and older programs Latin-1. */
function scrubbedText(bytes: Buffer, scrubber: Scrubber): Uint8Array {
  const isBig = bytes.length % 2 === 0 && bytes.toString("latin1", 0, 2) === "\xfe\xff";
  const little = isBig ? bytes.swap16() : bytes;
  const isWide = little.toString("latin1", 0, 2) === "\xff\xfe";
  const encoding = isWide ? "utf16le" : isUtf8(bytes) ? "utf8" : "latin1";
  const scrubbed = Buffer.from(scrubber.text(little.toString(encoding)), encoding);
  return isBig ? scrubbed.swap16() : scrubbed;
}

/** The names of a file and of its formats, as the twin has them. */
export function scrubbedFile(file: UnknownRecord, scrubber: Scrubber): { readonly [key: string]: Json } {
  const hash = scrubber.file(String(file.hash));
  const named = (own: string, part: UnknownRecord) => {
    const ext = extOf(part);
    const name = `${own}${ext}`;
    const told = part.ext === undefined || part.ext === null ? {} : { ext };
    return { name: scrubber.keepsFiles ? String(part.name) : name, hash: own, ...told, url: `/uploads/${name}` };
  };
  const formats = Object.entries(isRecord(file.formats) ? file.formats : {}).flatMap(([name, format]) =>
    isRecord(format) ? [[name, { ...format, ...named(`${name}_${hash}`, format), path: null } as Json] as const] : [],
  );
  return { ...named(hash, file), previewUrl: null, formats: formats.length > 0 ? Object.fromEntries(formats) : null };
}

/** Empty for what the name of a file cannot end with: a source may send anything. */
function extOf({ ext }: UnknownRecord): string {
  return typeof ext === "string" && isFileName(`file${ext}`) ? ext : "";
}
