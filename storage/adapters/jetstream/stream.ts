import { randomUUID } from "node:crypto";
import type { StreamInfo } from "@nats-io/jetstream";
import { StorageError } from "../../error.ts";
import { unknownFormat } from "../../shapes/decode.ts";
import { askAgain } from "../shared-log/ask-again.ts";
import type { Address } from "./address.ts";
import type { Connection } from "./connection.ts";
import { assertFlushed } from "./flush.ts";
import { apiCodeOf, isClosed } from "./nats.ts";

/** The format number of the messages. */
const FORMAT = 1;
export interface FoundStream {
  readonly logId: string;
  readonly replicas: number;
}

/** Finds the stream of a log; with `create`, it is created if there is none. Throws StorageError if it cannot be used. */
export async function openStream(connection: Connection, address: Address, create: boolean): Promise<FoundStream> {
  const info = await patiently(async () => {
    const found = await find(connection, address);
    if (found === null && !create)
      throw new StorageError("unreadable", `${address.shown} has no log: there is no stream ${address.stream}`);
    return found ?? (await make(connection, address));
  });
  const { metadata = {}, num_replicas: replicas } = info.config;
  const { galley_log: logId, galley_format: format } = metadata;
  if (logId === undefined)
    throw new StorageError("invalid", `${address.shown} has the stream ${address.stream}, which is not Galley's`);
  if (format !== String(FORMAT)) throw unknownFormat(`log in ${address.shown}`, Number(format), FORMAT);
  await patiently(() => assertFlushed(info, address));
  return { logId, replicas };
}

async function find({ jsm }: Connection, { stream }: Address): Promise<StreamInfo | null> {
  try {
    return await jsm.streams.info(stream);
  } catch (error) {
    if (apiCodeOf(error) === NOT_FOUND) return null;
    throw error;
  }
}

async function make(connection: Connection, address: Address): Promise<StreamInfo> {
  const { stream, subjects, replicas } = address;
  try {
    return await connection.jsm.streams.add({
      name: stream,
      subjects: [subjects.log, subjects.barrier],
      storage: "file",
      num_replicas: replicas,
      discard: "new",
      deny_delete: true,
      allow_direct: true,
      allow_rollup_hdrs: true,
      metadata: { galley_log: randomUUID(), galley_format: String(FORMAT) },
    });
  } catch (error) {
    // Another node has created it first.
    const found = apiCodeOf(error) === OTHER_CONFIGURATION ? await find(connection, address) : null;
    if (found !== null) return found;
    throw error;
  }
}

/** Milliseconds for which a page is asked for again: one of the servers may hang, or have no leader yet. */
export const UNANSWERED = 6_000;

/** Asks again: a new stream, or one that is electing a leader, has none for a moment. */
export function patiently<T>(ask: () => Promise<T>, patience?: number): Promise<T> {
  const isFinal = (error: unknown) =>
    error instanceof StorageError || isClosed(error) || LASTING.has(apiCodeOf(error) ?? 0);
  return askAgain(ask, isFinal, patience);
}

/** The error code of a stream that is not there. */
export const NOT_FOUND = 10059;
const OTHER_CONFIGURATION = 10058;
/** Errors that a retry does not help: JetStream is not enabled, too few servers for the replicas, or no permission. */
const LASTING: ReadonlySet<number> = new Set([10039, 10074, 10076, 10025]);
