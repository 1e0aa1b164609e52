import { EngineError } from "../../../engine/internal.ts";
import {
  appendFailed,
  errorCode,
  type FileStore,
  type ReceivedFile,
  refusalOf,
  StorageError,
} from "../../../storage/core.ts";
import { withinTime } from "../../hooks/within-time.ts";
import type { Log } from "../../runtime/log.ts";
import { MAX_WAIT } from "./receiving/storage-wait.ts";

type Bytes = Parameters<FileStore["receive"]>[0];

/**
 * The same files. A failure of the store becomes an error with a status of its own, because callers did nothing wrong: 507
 * if there is no room, otherwise 503, nine seconds later at most. Nothing is then stored. A failure in the middle of a file, when the status has been
 * sent, breaks the answer off and is logged. So is a file that cannot be discarded: it changes no answer.
 */
export function answeredFiles(files: FileStore, log: Log): FileStore {
  return {
    put: (name, bytes) => storing(bytes, (watched) => files.put(name, watched)),
    receive: (bytes) =>
      storing(bytes, async (watched) => {
        return discardable(await files.receive(watched), log);
      }),
    open: async (name) => {
      const file = await inTime(files.open(name)).catch(failedTo("read"));
      return file && { ...file, read: (from, to) => logged(file.read(from, to), name, log) };
    },
    delete: (name) => inTime(files.delete(name)).catch(failedTo("removed")),
    list: () => files.list(),
  };
}

function inTime<T>(work: Promise<T>): Promise<T> {
  return withinTime(MAX_WAIT, work, () => Object.assign(new Error("No answer in time"), { code: "ETIMEDOUT" }));
}

/** Discards only files that were not kept, and never fails: by then the answer to the upload is decided. */
function discardable({ size, ...received }: ReceivedFile, log: Log): ReceivedFile {
  let isKept = false;
  return {
    size,
    keep: async (name) => {
      await received.keep(name).catch(notStored);
      isKept = true;
    },
    discard: async () => {
      if (isKept) return;
      await received.discard().catch((error: unknown) => log.warn({ err: error }, "A file was not kept, nor removed"));
    },
  };
}

async function* logged(bytes: AsyncIterable<Uint8Array>, file: string, log: Log): AsyncGenerator<Uint8Array> {
  try {
    yield* bytes;
  } catch (error) {
    log.error({ err: error, file }, "A file broke off while it was read");
    throw error;
  }
}

/** An error of the bytes themselves is thrown as it is. */
async function storing<T>(bytes: Bytes, store: (watched: AsyncGenerator<Uint8Array>) => Promise<T>): Promise<T> {
  let broken: { readonly error: unknown } | null = null;
  async function* watched(): AsyncGenerator<Uint8Array> {
    try {
      yield* bytes;
    } catch (error) {
      broken = { error };
      throw error;
    }
  }
  try {
    return await store(watched());
  } catch (error) {
    const known = broken as { readonly error: unknown } | null;
    if (known !== null) throw known.error;
    return notStored(error);
  }
}

const ANSWERED: ReadonlySet<string> = new Set(["append-failed", "no-room", "outcome-unknown", "misused"]);

function notStored(error: unknown): never {
  if (error instanceof EngineError || (error instanceof StorageError && ANSWERED.has(error.code))) throw error;
  throw appendFailed(refusalOf(error));
}

/** The reason names no addresses and paths: callers see it. */
function failedTo(what: "read" | "removed"): (error: unknown) => never {
  return (error) => {
    if (error instanceof EngineError) throw error;
    throw new EngineError("unavailable", `The file could not be ${what}`, { reason: errorCode(error) ?? "unknown" });
  };
}
