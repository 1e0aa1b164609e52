import { reasonOf, StorageError } from "../../error.ts";
import { absolutePath } from "../../files/absolute-path.ts";
import type { Appended, Opened, Position } from "../../port.ts";
import { type Report, warn } from "../../report.ts";
import { OutageLines } from "../../writing/outage-lines.ts";
import { JournalStorage } from "../journal/storage.ts";
import {
  type AnswerMessage,
  type AppendAnswer,
  type AppendRequest,
  type Channel,
  isQuestionMessage,
  type OwnerOpened,
  type Question,
  type QuestionMessage,
  type Questions,
  type StoppedMessage,
} from "./channel.ts";
import { Leases } from "./leases.ts";
import { Turns } from "./turns.ts";

/** How many batches are remembered by id, to recognise a batch that was already stored. */
const MAX_IDS = 10_000;

type Handlers = { readonly [K in Question]: (ask: Questions[K]["ask"]) => Promise<Questions[K]["answer"]> };

/**
 * The only process that writes to a journal, on behalf of the workers whose channels it is given. It holds no content:
 * it makes batches durable in the order in which they arrive, each at the position that it was decided at.
 */
export class JournalOwner {
  readonly #folder: string;
  readonly #storage: JournalStorage;
  readonly #opened: Opened;
  readonly #turns = new Turns();
  readonly #leases = new Leases();
  /** For each batch, by its first position: the id of its first commit, and its last position. */
  readonly #batches = new Map<Position, { readonly id: string; readonly last: Position }>();
  #head: Position;
  #writing: Promise<unknown> = Promise.resolve();
  readonly #channels = new Set<Channel>();
  /** The workers know that the journal takes nothing more. */
  #isStopped = false;
  /** Workers that have yet to read the entries that existed when they opened the journal. */
  readonly #opening = new Set<Channel>();
  /** The worker that is storing a snapshot, or should store one. */
  #snapshotBy: object | null = null;

  readonly #outage: OutageLines;

  private constructor(folder: string, storage: JournalStorage, opened: Opened, report: Report) {
    this.#outage = new OutageLines(report);
    this.#folder = folder;
    this.#storage = storage;
    this.#opened = opened;
    this.#head = opened.head;
  }

  /** `storage`: of the folder, not yet open. Throws (rejected) as opening it does. */
  static async open(folder: string, storage = new JournalStorage(folder), report = warn): Promise<JournalOwner> {
    return new JournalOwner(absolutePath(folder), storage, await storage.open(), report);
  }

  /** Serves a worker from now on, until its channel closes. */
  serve(channel: Channel): void {
    const pieces = new Pieces();
    const handlers: Handlers = {
      open: async () => {
        this.#opening.add(channel);
        return this.#describe();
      },
      following: async () => {
        this.#opening.delete(channel);
        this.#tellIfStopped([channel]);
        return null;
      },
      head: async () => this.#head,
      flushed: () => this.#inTurn(async () => null),
      append: (request) => this.#append(channel, request),
      turn: (patience) => this.#turns.take(channel, patience),
      release: async () => {
        this.#turns.release(channel);
        return null;
      },
      probe: () => this.#probe(),
      snapshot: async (at) => {
        await this.#storeSnapshot(channel, at, pieces.begin());
        return null;
      },
      piece: async (bytes) => {
        await pieces.add(bytes);
        return null;
      },
      trim: async (through) => {
        // Left to the next trim: workers that are opening the journal may be reading it.
        if (this.#opening.size === 0) await this.#storage.trim(through);
        return null;
      },
      mark: (name) => this.#storage.marks.read(name),
      markNames: (prefix) => this.#storage.marks.names(prefix),
      writeMark: ({ name, expected, value }) => this.#storage.marks.write(name, expected, value),
      lease: async ({ name, seconds }) => this.#leases.take(name, channel, seconds),
    };
    this.#channels.add(channel);
    channel.onMessage((message) => {
      if (isQuestionMessage(message)) void answer(channel, handlers, message);
    });
    channel.onClose(() => {
      this.#channels.delete(channel);
      this.#turns.leave(channel);
      this.#leases.leave(channel);
      this.#opening.delete(channel);
      if (this.#snapshotBy === channel) this.#snapshotBy = null;
      pieces.end();
    });
  }

  /** Finds out why nothing more is appended until the journal is opened again; null if it takes appends. */
  async failure(): Promise<string | null> {
    await this.#probe();
    return this.#storage.failure;
  }

  /** Finishes appends under way and closes the journal. */
  async close(): Promise<void> {
    this.#turns.close();
    await this.#writing;
    await this.#storage.close();
  }

  #describe(): OwnerOpened {
    const { logId, oldest, survives } = this.#opened;
    return { folder: this.#folder, logId, oldest, survives, head: this.#head };
  }

  #append(channel: Channel, request: AppendRequest): Promise<AppendAnswer> {
    return this.#inTurn(() => this.#appendNext(request))
      .finally(() => {
        if (request.endsTurn) this.#turns.release(channel);
      })
      .then((outcome) => this.#withDue(channel, outcome));
  }

  /** Workers hear of a journal that has stopped before the answer to what stopped it. */
  #inTurn<T>(work: () => Promise<T>): Promise<T> {
    const done = this.#writing.then(work).finally(() => {
      if (!this.#isStopped) this.#isStopped = this.#tellIfStopped(this.#channels);
    });
    this.#writing = done.catch(() => {});
    return done;
  }

  #tellIfStopped(channels: Iterable<Channel>): boolean {
    const { failure: reason } = this.#storage;
    if (reason === null) return false;
    for (const channel of channels) channel.send({ galley: "journal stopped", reason } satisfies StoppedMessage);
    return true;
  }

  /** In turn with the appends: it cuts off all bytes behind the last flushed one. */
  #probe(): Promise<string | null> {
    return this.#inTurn(async () => {
      const reason = await this.#storage.probe();
      if (reason === null) this.#outage.tell(null);
      return reason;
    });
  }

  async #appendNext({ expected, id, records }: AppendRequest): Promise<Appended> {
    const there = this.#batches.get(expected + 1);
    if (there?.id === id) return { kind: "ok", head: there.last };
    const appended = await this.#storage.appendRecords(expected, records);
    if (appended.kind === "failed") this.#outage.tell(appended.reason);
    if (appended.kind === "ok") {
      this.#outage.tell(null);
      this.#note(expected + 1, id, appended.head);
    }
    return appended;
  }

  #note(first: Position, id: string, last: Position): void {
    this.#head = last;
    this.#batches.set(first, { id, last });
    if (this.#batches.size <= MAX_IDS) return;
    for (const oldest of this.#batches.keys()) {
      this.#batches.delete(oldest);
      break;
    }
  }

  #withDue(channel: Channel, appended: Appended): AppendAnswer {
    if (appended.kind !== "ok" || this.#snapshotBy !== null || !this.#storage.snapshots.due()) return appended;
    this.#snapshotBy = channel;
    return { ...appended, due: true };
  }

  async #storeSnapshot(channel: Channel, at: Position, bytes: AsyncIterable<Uint8Array>): Promise<void> {
    this.#snapshotBy = channel;
    try {
      await this.#storage.snapshots.store(at, bytes);
    } finally {
      if (this.#snapshotBy === channel) this.#snapshotBy = null;
    }
  }
}

async function answer(channel: Channel, handlers: Handlers, { id, kind, ask }: QuestionMessage): Promise<void> {
  const answered: AnswerMessage = { galley: "journal answer", id };
  try {
    const handle = handlers[kind] as (ask: unknown) => Promise<unknown>;
    channel.send({ ...answered, answer: await handle(ask) });
  } catch (error) {
    const code = error instanceof StorageError ? error.code : "unreadable";
    channel.send({ ...answered, error: { code, message: reasonOf(error) } });
  }
}

/** The bytes of one snapshot after another, as they arrive. */
class Pieces {
  #next: { readonly bytes: Uint8Array | null | "lost"; readonly taken: () => void } | null = null;
  #wake = (): void => {};

  async *begin(): AsyncGenerator<Uint8Array> {
    for (;;) {
      while (this.#next === null)
        await new Promise<void>((resolve) => {
          this.#wake = resolve;
        });
      const { bytes, taken } = this.#next;
      this.#next = null;
      if (bytes === "lost") throw new StorageError("unreadable", "The worker whose snapshot this is has ended");
      if (bytes !== null) yield bytes;
      taken();
      if (bytes === null) return;
    }
  }

  /** Resolves when the bytes have been stored. */
  add(bytes: Uint8Array | null): Promise<void> {
    return new Promise((taken) => {
      this.#next = { bytes, taken };
      this.#wake();
    });
  }

  /** The sender is gone: no more bytes will arrive. */
  end(): void {
    this.#next = { bytes: "lost", taken: () => {} };
    this.#wake();
  }
}
