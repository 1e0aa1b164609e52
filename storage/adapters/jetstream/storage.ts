import { EMPTY_DIGEST } from "../shared-log/digest.ts";
import type { LogNode } from "../shared-log/server.ts";
import type { LogState } from "../shared-log/state.ts";
import { SharedLogStorage } from "../shared-log/storage.ts";
import { parseAddress } from "./address.ts";
import { JetStreamFiles } from "./beside/files.ts";
import type { LogTail } from "./messages.ts";
import { JetStreamServer } from "./server.ts";

export interface JetStreamOptions {
  /** Create the stream if there is none. True when absent; with false, `open` throws `unreadable` without it. */
  readonly create?: boolean;
  /** @internal The clock of this machine, in epoch milliseconds. */
  readonly now?: () => number;
}

/** Before the first batch. */
const START: LogTail = { first: 0, last: 0, id: "", digest: EMPTY_DIGEST, seq: 0, end: 0 };

/** A process that has the log open. */
export type JetStreamNode = LogNode;

/**
 * A log in NATS JetStream 2.15 or newer that any number of nodes share. Needs the packages `@nats-io/transport-node`,
 * `@nats-io/jetstream`, `@nats-io/kv` and `@nats-io/obj`. An acknowledged write has been flushed by a majority of the
 * servers.
 */
export class JetStreamStorage extends SharedLogStorage {
  /**
   * @param url `nats://USER:PASSWORD@HOST[,HOST…]/NAME[?replicas=3&monitors=URL[,URL…]&trust=sync]`.
   * @throws StorageError `misused` for an invalid URL.
   */
  constructor(url: string, { create = true, now = Date.now }: JetStreamOptions = {}) {
    const address = parseAddress(url);
    super({
      system: "JetStream",
      place: address.shown,
      removal: "remove its stream",
      start: START,
      looks: { listen: true, poll: 250 },
      now,
      serverOf: (log: LogState<LogTail>) => new JetStreamServer(address, create, log),
      files: (server: () => JetStreamServer) =>
        new JetStreamFiles(
          () => server().files,
          () => server().now(),
        ),
    });
  }
}
