import {
  type ContentType,
  FILE_TYPE,
  isRecord,
  type Json,
  type Schema,
  type UnknownRecord,
} from "../../../engine/internal.ts";
import { isFileName, reasonOf } from "../../../storage/core.ts";
import { samplePicture } from "../../library/factory/files/sample-picture.ts";
import type { Scrubber } from "../scrub/scrubber.ts";
import { withoutMetadata } from "../scrub/without-metadata.ts";
import { isPublic } from "../source/is-public.ts";
import type { Upstream } from "../source/upstream.ts";
import { TwinError } from "../twin-error.ts";
import { EntryReader, isId, type ReadEntry } from "./read-entry.ts";
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
    const rows = await Promise.all(files.map((file) => this.#take(file)));
    await Promise.all(paths.map((path) => this.#takePath(path)));
    await this.#options.rows.add(
      rows.flatMap((row) => (row === undefined ? [] : [{ status: "published" as const, ...row }])),
    );
  }

  async #take(file: UnknownRecord): Promise<ReadEntry | undefined> {
    if (this.#options.scrubber === null) return this.#reader.read(this.#type, file);
    const { scrubber } = this.#options;
    const given = scrubbedFile(file, scrubber);
    await this.#fetch(file, file, `${given.hash}${file.ext ?? ""}`);
    for (const [name, format] of Object.entries(isRecord(file.formats) ? file.formats : {}))
      if (isRecord(format)) await this.#fetch(format, file, `${name}_${given.hash}${format.ext ?? ""}`);
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
    const isPicture = /^image\/(?!svg)/.test(String(file.mime));
    if (choice === "placeholder" && isPicture) {
      await sink.put(name, samplePicture(sideOf(part.width), sideOf(part.height), Number(file.id)));
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
    return Buffer.from(scrubber.text(Buffer.from(bytes).toString("utf8")));
  if (mime !== "" && !/^image\//.test(mime))
    leave("files whose content is not looked into", `${mime}, kept as they are`);
  return withoutMetadata(bytes);
}

/** The names of a file and of its formats, as the twin has them. */
export function scrubbedFile(file: UnknownRecord, scrubber: Scrubber): { readonly [key: string]: Json } {
  const hash = scrubber.file(String(file.hash));
  const named = (own: string, part: UnknownRecord) => {
    const name = `${own}${part.ext ?? ""}`;
    return { name: scrubber.keepsFiles ? String(part.name) : name, hash: own, url: `/uploads/${name}` };
  };
  const formats = Object.entries(isRecord(file.formats) ? file.formats : {}).flatMap(([name, format]) =>
    isRecord(format) ? [[name, { ...format, ...named(`${name}_${hash}`, format), path: null } as Json] as const] : [],
  );
  return { ...named(hash, file), previewUrl: null, formats: formats.length > 0 ? Object.fromEntries(formats) : null };
}

function sideOf(value: unknown): number {
  return typeof value === "number" && value >= 1 ? Math.min(4000, Math.round(value)) : 100;
}
