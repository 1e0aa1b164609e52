import { readFile } from "node:fs/promises";
import type { JetStreamClient, JetStreamManager, JetStreamPublishOptions, PubAck, StoredMsg } from "@nats-io/jetstream";
import type { Msg, NatsConnection, NodeConnectionOptions, Payload } from "@nats-io/transport-node";
import { reasonOf, StorageError } from "../../error.ts";
import type { LogState } from "../shared-log/state.ts";
import type { Address } from "./address.ts";
import type { LogTail, StoredMessage } from "./messages.ts";
import { apiCodeOf, isLate, loadNats, type Nats } from "./nats.ts";
import { Reach } from "./reach.ts";

/** Milliseconds after which a missing answer counts as lost. */
const ANSWER_TIMEOUT = 2000;
/** Milliseconds between two pings; two that are not answered end a connection. */
const PING = 1500;
/** The most messages and bytes that one read returns. */
const LOOK_MESSAGES = 1000;
const LOOK_BYTES = 8 << 20;

/** Where the parts of the adapter work. */
export interface Site {
  readonly address: Address;
  readonly log: LogState<LogTail>;
  /** Throws StorageError `misused` while the log is not open. */
  readonly connection: Connection;
}

/** A page of the stream's messages, in order. */
export interface Look {
  readonly messages: readonly StoredMessage[];
  /** More messages follow. */
  readonly isMore: boolean;
}

/** The messages to read. */
export interface MessageRange {
  readonly stream: string;
  /** May contain wildcards; every subject when absent. */
  readonly subject?: string;
  readonly seq: number;
  /** The most messages to return. */
  readonly batch?: number;
}

/** A connection to whichever server can be reached. It reconnects by itself. */
export class Connection {
  readonly nats: Nats;
  readonly nc: NatsConnection;
  readonly js: JetStreamClient;
  readonly jsm: JetStreamManager;
  readonly #address: Address;
  readonly #reach: Reach;

  private constructor(address: Address, nats: Nats, nc: NatsConnection, jsm: JetStreamManager) {
    this.#address = address;
    this.nats = nats;
    this.nc = nc;
    this.js = nats.jetstream(nc, { timeout: ANSWER_TIMEOUT });
    this.jsm = jsm;
    this.#reach = new Reach(() => void nc.reconnect().catch(() => {}));
  }

  /** @throws StorageError (rejected) `unreadable` if no server can be reached, or the client's error if one is late */
  static async to(address: Address): Promise<Connection> {
    const nats = await loadNats();
    try {
      const nc = await nats.connect(await optionsOf(address, nats));
      const jsm = await nats.jetstreamManager(nc, { checkAPI: false, timeout: ANSWER_TIMEOUT });
      return new Connection(address, nats, nc, jsm);
    } catch (error) {
      if (isLate(error)) throw error;
      throw new StorageError("unreadable", `${address.shown} cannot be used: ${reasonOf(error)}`);
    }
  }

  /** Publishes to a stream, which answers once a majority has stored the message. */
  async publish(subject: string, payload: Payload, options: Partial<JetStreamPublishOptions>): Promise<PubAck> {
    try {
      const stored = await this.js.publish(subject, payload, options);
      this.#reach.answered();
      return stored;
    } catch (error) {
      if (isLeadersAnswer(error)) this.#reach.answered();
      else this.#reach.missed();
      throw error;
    }
  }

  /** The last message on a subject, read from the stream's leader. */
  last(stream: string, subject: string): Promise<StoredMsg | null> {
    return this.jsm.streams.getMessage(stream, { last_by_subj: subject });
  }

  /**
   * The messages from a sequence on, as some server has them. That server may lack the newest ones, but whatever it
   * returns is never withdrawn.
   */
  look({ stream, subject, ...where }: MessageRange): Promise<Look> {
    const { nc, nats } = this;
    return new Promise((resolve, reject) => {
      const messages: StoredMessage[] = [];
      let pending: number | null = null;
      const end = (settle: () => void) => {
        clearTimeout(timer);
        sub.unsubscribe();
        settle();
      };
      const fail = (reason: string) => end(() => reject(new Error(reason)));
      // Throws on a closed connection, so it comes before the timer, which would outlive the failure.
      const sub = nc.subscribe(nats.createInbox(), {
        callback: (error, message) => {
          if (error) return fail(error.message);
          const code = message.headers?.code ?? 0;
          if (code === END_OF_BATCH) return end(() => resolve({ messages, isMore: (pending ?? 0) > 0 }));
          if (code === NOT_FOUND) return end(() => resolve({ messages, isMore: false }));
          if (code !== 0) return fail(message.headers?.description || `the server says ${code}`);
          const left = Number(message.headers?.get("Nats-Num-Pending"));
          if (pending !== null && left !== pending - 1) return fail("a message was lost on the way");
          pending = left;
          timer.refresh();
          messages.push(this.#stored(message));
        },
      });
      const timer = setTimeout(() => fail("the server does not answer"), ANSWER_TIMEOUT);
      const request = { batch: LOOK_MESSAGES, max_bytes: LOOK_BYTES, next_by_subj: subject, ...where };
      try {
        nc.publish(`$JS.API.DIRECT.GET.${stream}`, JSON.stringify(request), { reply: sub.getSubject() });
      } catch (error) {
        end(() => reject(error));
      }
    });
  }

  #stored({ headers, data }: Msg): StoredMessage {
    if (headers === undefined)
      throw new StorageError("damaged", `${this.#address.shown} gives messages without headers`);
    const isOfLog = headers.get("Nats-Subject") === this.#address.subjects.log;
    return { seq: Number(headers.get("Nats-Sequence")), isOfLog, headers, data };
  }

  async close(): Promise<void> {
    await this.nc.close();
  }
}

/** Whether the leader of a stream has refused something: errors of other servers say that none leads. */
function isLeadersAnswer(error: unknown): boolean {
  const code = apiCodeOf(error);
  return code !== null && !LEADERLESS.has(code);
}

/** The system is temporarily unavailable, or its cluster is. */
const LEADERLESS: ReadonlySet<number> = new Set([10008, 10009, 10039]);

const END_OF_BATCH = 204;
const NOT_FOUND = 404;

async function optionsOf(address: Address, nats: Nats): Promise<NodeConnectionOptions> {
  const { servers, user, password, credentials, tls } = address;
  return {
    servers: [...servers],
    name: "galley",
    timeout: ANSWER_TIMEOUT,
    maxReconnectAttempts: -1,
    reconnectTimeWait: 50,
    reconnectJitter: 50,
    pingInterval: PING,
    maxPingOut: 2,
    ...(user !== null && { user }),
    ...(password !== null && { pass: password }),
    ...(credentials !== null && { authenticator: nats.credsAuthenticator(await readFile(credentials)) }),
    ...(tls !== null && { tls: filesOf(tls) }),
  };
}

function filesOf({ ca, cert, key }: NonNullable<Address["tls"]>) {
  return {
    ...(ca !== null && { caFile: ca }),
    ...(cert !== null && { certFile: cert }),
    ...(key !== null && { keyFile: key }),
  };
}
