import type { SchemaDefinition } from "../../../engine/internal.ts";
import { newToken } from "../../access/tokens.ts";
import { createOneOfMany } from "../../compose/create-galley.ts";
import type { FoundEntry } from "../../strapi/archive/entries/archive-entry.ts";
import { loadArchive } from "../../strapi/archive/read/load-archive.ts";
import { archiveOf } from "../output/archive-of.ts";
import { noneDangling } from "../output/dangling.ts";
import { twinConfig } from "../output/twin-config.ts";
import type { FileSink } from "../pull/files.ts";
import { type PullOptions, pull } from "../pull/pull.ts";
import type { Pulled } from "../pull/pulled.ts";
import { MemoryLog } from "../pull/row-log.ts";
import type { Scrubber } from "../scrub/scrubber.ts";
import { TwinError } from "../twin-error.ts";
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
 * `project`: whose own code runs.
 */
export async function openPulled(pulled: Pulled, token: string | null, project?: string) {
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
  const { rest, ...config } = twinConfig(pulled);
  // Its middlewares populate themselves.
  const { populate: _, ...plain } = rest ?? {};
  const createdAt = new Date().toISOString();
  const archive = { path: "the pulled content", entries: () => entriesOf(pulled, createdAt) };
  return createOneOfMany(
    {
      schema: definition,
      // Before the project's own code runs.
      seed: async (galley) => void (await loadArchive(galley, archive, { strict: false })),
      todo: false,
      graphql: true,
      ...config,
      rest: project === undefined ? (rest ?? {}) : plain,
      ...(token === null
        ? { roles: { public: Object.fromEntries(readable) } }
        : { tokens: [{ name: "verify", token, access: "full-access" }] }),
    },
    project === undefined ? {} : { projectCode: { project, strict: false } },
  );
}

async function* entriesOf(pulled: Pulled, createdAt: string): AsyncGenerator<FoundEntry> {
  for await (const { name, size, bytes } of archiveOf(pulled, createdAt, noneDangling()))
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
  readonly #project: string | undefined;
  #galley: Awaited<ReturnType<typeof openPulled>> | null = null;
  #side: Side | null = null;

  private constructor(options: MemoryPullOptions, isOpen: boolean, project?: string) {
    this.#options = options;
    this.#project = project;
    this.#token = isOpen ? null : newToken();
  }

  /** `isOpen`: the source is asked without a token. `project`: whose own code runs. */
  static async pull(options: MemoryPullOptions, isOpen: boolean, project?: string): Promise<FreshTwin> {
    const twin = new FreshTwin(options, isOpen, project);
    await twin.renew();
    return twin;
  }

  async renew(): Promise<void> {
    const pulled = await pullIntoMemory(this.#options);
    const galley = await openPulled(pulled, this.#token, this.#project);
    await this.#galley?.close();
    this.#galley = galley;
    this.#side = galleySide(galley, this.prefix, this.#token);
  }

  async ask(...args: Parameters<Side["ask"]>) {
    if (this.#side === null) throw new TwinError("nothing was pulled");
    return this.#side.ask(...args);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#galley?.close();
  }
}
