import { rm } from "node:fs/promises";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import {
  FILE_TYPE,
  isRecord,
  type Json,
  type Schema,
  type SchemaDefinition,
  type UnknownRecord,
} from "../../../engine/internal.ts";
import { withAccessTypes } from "../../strapi/archive/access-types.ts";
import { SIDECARS, UPLOADS } from "../../strapi/archive/archive-assets.ts";
import type { ArchiveFile } from "../../strapi/archive/entries/archive-bytes.ts";
import type { ArchiveEntry } from "../../strapi/archive/entries/archive-entry.ts";
import { eachEntry } from "../../strapi/archive/entries/each-entry.ts";
import { jsonFile, jsonLines } from "../../strapi/archive/entries/json-lines.ts";
import { ARCHIVE_LIMITS } from "../../strapi/archive/entries/limits.ts";
import { archiveDefinition } from "../../strapi/archive/read/archive-definition.ts";
import { isPart, LOCALE_TYPE, surveyArchive } from "../../strapi/archive/read/survey.ts";
import { jsonEntry, LineFiles, type NewEntry } from "../../strapi/archive/write/new-entry.ts";
import { repairDefinition } from "../../strapi/project/definition/repair-definition.ts";
import { recordAt } from "../../strapi/project/record.ts";
import { type FileSink, plainBytes, scrubbedFile } from "../pull/files.ts";
import { EntryReader } from "../pull/read-entry.ts";
import { LeftOut, type PullReport } from "../pull/report.ts";
import type { ScrubOptions } from "../scrub/rules.ts";
import { Scrubber } from "../scrub/scrubber.ts";
import { StandIns } from "../scrub/stand-ins.ts";
import { scrubKeyIn } from "./scrub-key.ts";
import { folderSink, openFolder, replaceFile, replaceParts, writeEntries } from "./write-twin.ts";

export interface ScrubArchiveOptions {
  readonly archive: ArchiveFile;
  /** The folder to write. */
  readonly out: string;
  readonly scrub: ScrubOptions;
}

/**
 * Scrubs an archive of `strapi export` into a folder that `galley FOLDER` serves. Rows and values that its types do not
 * describe are left out, and so are settings and webhooks, which may hold secrets.
 */
export async function scrubArchive({ archive, out, scrub }: ScrubArchiveOptions) {
  const at = new Date().toISOString();
  await openFolder(out);
  const state = join(out, ".pull");
  await rm(state, { recursive: true, force: true });
  const key = await scrubKeyIn(out);
  const scrubber = new Scrubber(new StandIns(key.bytes), scrub);
  const survey = await surveyArchive(archive);
  // The definition is checked by its repair.
  const { schema } = repairDefinition(withAccessTypes(archiveDefinition(survey) as unknown as SchemaDefinition));
  const sink = folderSink(join(state, "new", UPLOADS));
  const work = new ArchiveScrubber(schema, scrubber, sink);
  await eachEntry(archive, async (entry) => writeEntries(work.entriesOf(entry), join(state, "new")));
  await replaceParts(join(state, "new"), out);
  const { attributes, samples } = scrubber.summary();
  const report: PullReport = {
    source: "archive",
    at,
    strapi: { profile: "5", maxLimit: 0 },
    schema: "archive",
    types: work.types,
    files: { fetched: work.files, missing: 0 },
    left: work.left.all,
    scrub: { key: key.id, attributes },
    changed: 0,
    moved: [],
    dangling: {},
    cursor: { poll: at, sweep: at },
  };
  await replaceFile(join(out, "pull.json"), `${JSON.stringify(report, null, 2)}\n`);
  await rm(state, { recursive: true, force: true });
  return { report, samples };
}

const { lineBytes } = ARCHIVE_LIMITS;

class ArchiveScrubber {
  readonly #schema: Schema;
  readonly #scrubber: Scrubber;
  readonly #sink: FileSink;
  readonly #reader: EntryReader;
  readonly #documents = new Map<
    string,
    { readonly all: Set<string>; readonly published: Set<string>; readonly locales: Set<string> }
  >();
  readonly left = new LeftOut();
  files = 0;

  constructor(schema: Schema, scrubber: Scrubber, sink: FileSink) {
    this.#schema = schema;
    this.#scrubber = scrubber;
    this.#sink = sink;
    this.#reader = new EntryReader(schema, scrubber, { isWhole: true });
  }

  get types(): PullReport["types"] {
    const types = [...this.#documents].map(([uid, { all, published, locales }]) => {
      return [
        uid,
        { documents: all.size, published: published.size, locales: [...locales].sort(), complete: true },
      ] as const;
    });
    return Object.fromEntries(types);
  }

  /** The scrubbed form of a file of the archive. */
  async *entriesOf({ name, bytes }: ArchiveEntry): AsyncGenerator<NewEntry> {
    if (name === "metadata.json") yield jsonEntry(name, await jsonFile(bytes, lineBytes), 2);
    else if (isPart(name, "schemas") || isPart(name, "links")) yield* this.#lines(name, bytes, (line) => line);
    else if (isPart(name, "entities")) yield* this.#lines(name, bytes, (line) => this.#row(line));
    else if (isPart(name, "configuration")) yield* this.#lines(name, bytes, settingOf);
    else if (name.startsWith(SIDECARS)) yield* this.#sidecar(name, await jsonFile(bytes, lineBytes));
    else if (name.startsWith(UPLOADS)) await this.#file(name.slice(UPLOADS.length), bytes);
  }

  async *#lines(
    name: string,
    bytes: ArchiveEntry["bytes"],
    change: (line: unknown) => unknown,
  ): AsyncGenerator<NewEntry> {
    const lines = new LineFiles((number) => (number === 1 ? name : name.replace(/\.jsonl$/, `_${number}.jsonl`)));
    for await (const { value } of jsonLines(bytes, lineBytes)) {
      const changed = change(value);
      if (changed !== undefined) yield* lines.add(changed);
    }
    yield* lines.end();
  }

  #row(line: unknown): unknown {
    if (!isRecord(line) || !isRecord(line.data) || typeof line.type !== "string") return undefined;
    const { type: uid, id, data } = line;
    if (uid === LOCALE_TYPE) return line;
    const type = this.#schema.types.get(uid);
    if (type === undefined) {
      this.left.add(uid, "is not served");
      return undefined;
    }
    const given = uid === FILE_TYPE ? scrubbedFile(data, this.#scrubber) : {};
    const row = this.#reader.read(type, {
      ...data,
      ...(uid === FILE_TYPE && { provider: "local", provider_metadata: null }),
      id,
    });
    if (row === undefined) return undefined;
    const known = this.#documents.get(uid) ?? { all: new Set(), published: new Set(), locales: new Set() };
    if (uid.startsWith("api::")) this.#documents.set(uid, known);
    known.all.add(row.documentId);
    if (typeof data.publishedAt === "string") known.published.add(row.documentId);
    if (typeof data.locale === "string") known.locales.add(data.locale);
    if (uid === FILE_TYPE) this.#scrubber.seeFile(String(recordAt({ given }, "given").name));
    return {
      type: uid,
      id,
      data: {
        ...row.data,
        locale: (data.locale ?? null) as Json,
        ...given,
        ...(uid === FILE_TYPE && { folderPath: "/" }),
      },
    };
  }

  *#sidecar(name: string, description: unknown): Generator<NewEntry> {
    const file = this.#scrubber.fileName(name.slice(SIDECARS.length).replace(/\.json$/, ""));
    if (!isRecord(description)) return;
    const { mainHash, id, type, width, height, size, mime, ext } = description;
    const main = typeof mainHash === "string" ? { mainHash: this.#scrubber.file(mainHash), type } : {};
    const own = file.slice(0, file.length - String(ext ?? "").length);
    yield jsonEntry(`${SIDECARS}${file}.json`, {
      id,
      name: file,
      hash: own,
      ext,
      mime,
      size,
      width,
      height,
      url: `/uploads/${file}`,
      ...main,
    });
  }

  async #file(name: string, bytes: AsyncIterable<Buffer>): Promise<void> {
    const { lookup } = await import("mime-types");
    const plain = plainBytes(await buffer(bytes), lookup(name) || "", this.#scrubber, this.left.add);
    await this.#sink.put(this.#scrubber.fileName(name), plain);
    this.files++;
  }
}

/** The default locale alone: other settings hold keys of providers. */
function settingOf(line: unknown): unknown {
  const { key } = recordAt(line, "value") as UnknownRecord;
  return key === "plugin_i18n_default_locale" ? line : undefined;
}
