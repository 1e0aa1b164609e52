import { randomBytes } from "node:crypto";
import { statSync } from "node:fs";
import { setTimeout } from "node:timers/promises";
import { isDeepStrictEqual } from "node:util";
import {
  type HeldStorage,
  holdStorage,
  JsonFileStorage,
  MemoryStorage,
  type Storage,
  StorageError,
  type Store,
  watchJsonFile,
} from "../../../storage/internal.ts";
import { chooseListener } from "../../adapters/choose.ts";
import { HandoverListener } from "../../adapters/shared/handover.ts";
import type { Galley, ListeningGalley } from "../../library/galley.ts";
import { type Log, reportTo } from "../../runtime/log.ts";
import { readFailure } from "../../strapi/project/files/read-failure.ts";
import { openContent } from "../content/content.ts";
import { FileDatabase } from "../content/file-database.ts";
import { openStorage } from "../content/open-storage.ts";
import { isSharedPlace } from "../content/shared-place.ts";
import type { Settings } from "../settings.ts";
import { listenOn } from "./listen.ts";
import type { ServedSource } from "./served-source.ts";
import type { Deployed, Serving } from "./serving.ts";
import { Settled } from "./settled.ts";
import { type TypeChanges, typeChanges } from "./type-changes.ts";
import { projectFiles, type Watched, watchFiles } from "./watch-files.ts";

/** Milliseconds. Editors write in several steps, often to several files; the files are read this long after the last one. */
const SETTLED_AFTER = 100;

/** Milliseconds that requests in progress may take before the content types are exchanged all the same. */
const REQUESTS_TIMEOUT = 5000;

/** Settings that a running server cannot change. */
const FIXED = [
  "port",
  "host",
  "listener",
  "storage",
  "logLevel",
  "alertLevel",
  "logFormat",
  "watch",
  "workers",
] as const;

/** Resources that survive a change of content types. */
interface Resources {
  readonly storage: Storage;
  readonly kept: HeldStorage;
  readonly listener: HandoverListener;
  readonly listening: ListeningGalley;
  readonly log: Log;
  /** Null if the source is no file of json-server. */
  readonly database: FileDatabase | null;
}

/** Serves the content, and reloads it when its source changes. */
export async function serveWatched(deployed: Deployed, source: ServedSource, log: Log): Promise<Serving> {
  const settings = withLastingSecret(deployed.settings);
  const { content, loaded } = deployed;
  if (isSharedPlace(content.place)) {
    throw new StorageError(
      "misused",
      "--watch cannot be used with a log that nodes share: all nodes must have the same content types",
    );
  }
  const storage = await openStorage(content.place, log);
  const kept = holdStorage(storage);
  const database = FileDatabase.of(content);
  try {
    await database?.prepare(content, log, kept.storage);
    const galley = await openContent(settings, content, loaded, log, { storage: kept.storage });
    try {
      await database?.merge(galley, content, log);
      let listenerNote: string | null = null;
      const chosen = await chooseListener(settings.listener, settings.host, (line) => {
        listenerNote = line;
        log.info({}, line);
      });
      const listener = new HandoverListener(chosen);
      const listening = { ...(await listenOn(galley, { ...settings, listener })), listenerNote };
      const resources: Resources = { storage, kept, listener, listening, log, database };
      const watched = new WatchedServer({ ...deployed, settings }, galley, source, resources);
      await watched.start();
      return watched;
    } catch (error) {
      await galley.close();
      throw error;
    }
  } catch (error) {
    await kept.close();
    throw error;
  }
}

/** Keeps users signed in. */
function withLastingSecret(settings: Settings): Settings {
  return { ...settings, jwtSecret: settings.jwtSecret ?? randomBytes(32).toString("base64url") };
}

class WatchedServer implements Serving {
  #deployed: Deployed;
  #galley: Galley;
  readonly #source: ServedSource;
  readonly #resources: Resources;
  readonly #changes = new Settled(SETTLED_AFTER, () => this.#reload());
  #unwatchStorage: () => void;
  #unwatchFiles: () => Promise<void> = async () => {};
  /** The reason why the present files are not served, as logged. */
  #reported: string | null = null;
  #reportedFixed: readonly string[] = [];

  constructor(deployed: Deployed, galley: Galley, source: ServedSource, resources: Resources) {
    this.#deployed = deployed;
    this.#galley = galley;
    this.#source = source;
    this.#resources = resources;
    this.#unwatchStorage = watchStorage(resources.storage, galley.store, resources.log);
  }

  get galley(): Galley {
    return this.#galley;
  }

  get deployed(): Deployed {
    return this.#deployed;
  }

  get listening(): ListeningGalley {
    return this.#resources.listening;
  }

  async start(): Promise<void> {
    // --seed and --fake have filled memory with a state, which only the same content types can read.
    if (this.#resources.storage instanceof MemoryStorage) await this.#galley.store.snapshot();
    const { path, configFiles } = this.#source;
    const project = projectFiles(path, path !== undefined && statSync(path).isDirectory());
    const watched: Watched = { trees: project.trees, files: [...project.files, ...configFiles] };
    const polls = this.#deployed.settings.watch === "poll";
    this.#unwatchFiles = await watchFiles(watched, polls, this.#changes.happened, (error) =>
      reportTo(this.#resources.log)("Changes of the project may be missed", { reason: readFailure(error) }),
    );
  }

  async close(): Promise<void> {
    await this.#unwatchFiles();
    await this.#changes.end();
    this.#unwatchStorage();
    await this.#galley.close();
    await this.#resources.kept.close();
  }

  /** Reloads the source, or logs why that fails. */
  async #reload(isRetry = false): Promise<void> {
    try {
      const found = await this.#source.findAgain(this.#deployed, this.#resources.log);
      this.#reportFixed(found.settings);
      const next = { ...found, settings: fixedBy(this.#deployed.settings, found.settings) };
      // The effect of an edited file of code shows only when it runs.
      if (next.settings.runProject === true || !isSame(this.#deployed, next)) await this.#takeUp(next);
      await this.#resources.database?.merge(this.#galley, next.content, this.#resources.log);
      this.#reported = null;
    } catch (error) {
      // An editor may be in the middle of writing.
      if (!isRetry) return setTimeout(SETTLED_AFTER).then(() => this.#reload(true));
      const reason = readFailure(error);
      if (reason === this.#reported) return;
      this.#reported = reason;
      const report = reportTo(this.#resources.log);
      report("The edited project is not served: the previous one stays in place", { reason });
    }
  }

  async #takeUp(next: Deployed): Promise<void> {
    const changes = typeChanges(this.#deployed.content.schema, next.content.schema);
    await this.#exchange(next);
    this.#resources.log.info(changes, messageOf(changes));
  }

  /**
   * Serves the same content with other content types, on the same sockets. Meanwhile reads are answered as before, and
   * writes wait. If it fails, everything stays as it was.
   */
  async #exchange(next: Deployed): Promise<void> {
    const { storage, kept, listener, log, database } = this.#resources;
    const before = this.#galley;
    if (before.store.stopped !== null) throw new Error(`no writes are taken: ${before.store.stopped}`);
    this.#unwatchStorage();
    const release = listener.hold();
    try {
      await listener.idle(REQUESTS_TIMEOUT);
      await before.store.idle();
      if (storage instanceof MemoryStorage && storage.hasForgotten) await before.store.snapshot();
      const { settings, content, loaded } = next;
      await database?.prepare(content, log, kept.storage);
      const galley = await openContent(settings, content, loaded, log, { storage: kept.storage, files: before.files });
      await this.#handOver(before, galley);
      this.#galley = galley;
      this.#deployed = next;
    } finally {
      this.#unwatchStorage = watchStorage(storage, this.#galley.store, log);
      release();
    }
    await before.close();
  }

  async #handOver(before: Galley, after: Galley): Promise<void> {
    const { listener, listening } = this.#resources;
    const { host } = this.#deployed.settings;
    const at = { host, port: listening.port, listener };
    try {
      await after.listen(at);
    } catch (error) {
      // The address of the metrics may be in use.
      await before.listen(at);
      await after.close();
      throw error;
    }
  }

  #reportFixed(settings: Settings): void {
    const present = this.#deployed.settings;
    const keys = FIXED.filter((key) => settings[key] !== present[key]);
    if (keys.length > 0 && !isDeepStrictEqual(keys, this.#reportedFixed)) {
      this.#resources.log.warn({ keys }, "These settings take effect at the next start");
    }
    this.#reportedFixed = keys;
  }
}

/** The settings in force while some of `present` cannot be changed. */
function fixedBy(present: Settings, found: Settings): Settings {
  const { port, host, listener, storage, isDefaultPlace, logLevel, alertLevel, logFormat, watch } = present;
  const jwtSecret = found.jwtSecret ?? present.jwtSecret;
  return {
    ...found,
    ...{ port, host, listener, storage, isDefaultPlace, logLevel, alertLevel, logFormat, watch, jwtSecret },
  };
}

function isSame(one: Deployed, other: Deployed): boolean {
  return isDeepStrictEqual(partsOf(one), partsOf(other));
}

/** The parts of a server. */
function partsOf({ settings, content: { schema, config, isReadable } }: Deployed): readonly unknown[] {
  return [settings, schema, config, isReadable];
}

function messageOf(changes: TypeChanges): string {
  return Object.keys(changes).length > 0 ? "Content types were exchanged" : "The configuration was read again";
}

/** Reloads edits of a JSON file and logs each; refused ones as warnings. The returned function ends it. */
function watchStorage(storage: Storage, store: Store, log: Log): () => void {
  if (!(storage instanceof JsonFileStorage)) return () => {};
  const alert = reportTo(log);
  return watchJsonFile(storage, store, (message, details) => {
    if ("reason" in details) alert(message, details);
    else log.info(details, message);
  });
}
