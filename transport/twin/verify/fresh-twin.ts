import type { SchemaDefinition } from "../../../engine/internal.ts";
import { newToken } from "../../access/tokens.ts";
import { createGalley } from "../../compose/create-galley.ts";
import type { FoundEntry } from "../../strapi/archive/entries/archive-entry.ts";
import { loadArchive } from "../../strapi/archive/read/load-archive.ts";
import { archiveOf } from "../output/archive-of.ts";
import { twinConfig } from "../output/twin-config.ts";
import type { FileSink } from "../pull/files.ts";
import { type PullOptions, pull } from "../pull/pull.ts";
import type { Pulled } from "../pull/pulled.ts";
import { MemoryLog } from "../pull/row-log.ts";
import type { Scrubber } from "../scrub/scrubber.ts";
import type { Side } from "./read.ts";
import { galleySide } from "./sides.ts";

const NO_FILES: FileSink = { put: async () => {}, has: async () => true };

/** Where a pull that is kept in memory comes from. */
type MemoryPullOptions = Omit<PullOptions, "files" | "scrubber" | "log" | "sink">;

/** A pull that is kept in memory alone, unscrubbed unless a scrubber is given. */
export function pullIntoMemory(options: MemoryPullOptions, scrubber: Scrubber | null = null): Promise<Pulled> {
  return pull({ ...options, files: "none", scrubber, log: new MemoryLog(), sink: NO_FILES });
}

/**
 * The pulled content in a galley in memory. `token` opens everything; without one, visitors may read all pulled types.
 */
export async function openPulled(pulled: Pulled, token: string | null) {
  const { types, locales, report } = pulled;
  const [first] = locales;
  const definition: SchemaDefinition = {
    ...types.definition,
    ...(first !== undefined && {
      defaultLocale: first.code,
      locales: Object.fromEntries(locales.map(({ code, name }) => [code, { name }])),
    }),
  };
  const readable = Object.keys(report.types).map((uid) => [uid, ["find", "findOne"]] as const);
  const galley = await createGalley({
    schema: definition,
    profile: "strapi",
    todo: false,
    graphql: true,
    ...twinConfig(pulled),
    ...(token === null
      ? { roles: { public: Object.fromEntries(readable) } }
      : { tokens: [{ name: "verify", token, access: "full-access" }] }),
  });
  const createdAt = new Date().toISOString();
  await loadArchive(
    galley,
    { path: "the pulled content", entries: () => entriesOf(pulled, createdAt) },
    { strict: false },
  );
  return galley;
}

async function* entriesOf(pulled: Pulled, createdAt: string): AsyncGenerator<FoundEntry> {
  for await (const { name, size, bytes } of archiveOf(pulled, createdAt, { links: new Map(), unread: new Map() }))
    yield { name, size, kind: "file", bytes: buffers(bytes) };
}

async function* buffers(bytes: Iterable<Uint8Array> | AsyncIterable<Uint8Array>): AsyncGenerator<Buffer> {
  for await (const part of bytes) yield Buffer.from(part.buffer, part.byteOffset, part.byteLength);
}

/** A twin of the source in memory, which can be made anew. */
export class FreshTwin implements Side, AsyncDisposable {
  readonly origin = "http://127.0.0.1:1337";
  readonly prefix = "/api";
  readonly #options: MemoryPullOptions;
  readonly #token: string | null;
  #galley: Awaited<ReturnType<typeof openPulled>> | null = null;
  #side: Side | null = null;

  /** `isOpen`: the source is asked without a token. */
  constructor(options: MemoryPullOptions, isOpen: boolean) {
    this.#options = options;
    this.#token = isOpen ? null : newToken();
  }

  async renew(): Promise<void> {
    const pulled = await pullIntoMemory(this.#options);
    const galley = await openPulled(pulled, this.#token);
    await this.#galley?.close();
    this.#galley = galley;
    this.#side = galleySide(galley, this.prefix, this.#token);
  }

  async ask(...args: Parameters<Side["ask"]>) {
    if (this.#side === null) await this.renew();
    return (this.#side as Side).ask(...args);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#galley?.close();
  }
}
