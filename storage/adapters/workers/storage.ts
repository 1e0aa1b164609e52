import { join } from "node:path";
import { setImmediate } from "node:timers";
import { inBackground } from "../../../engine/internal.ts";
import { reasonOf, StorageError } from "../../error.ts";
import { type FileSystem, realFileSystem } from "../../files/file-system.ts";
import type {
  Appended,
  Entries,
  Entry,
  FittedNote,
  Marks,
  Opened,
  Position,
  Sharing,
  Sink,
  Storage,
  StoredSnapshot,
  Turn,
} from "../../port.ts";
import type { Report } from "../../report.ts";
import { isPermanent } from "../../sharing/is-permanent.ts";
import { OutageLines } from "../../writing/outage-lines.ts";
import { readCheckpoint } from "../journal/checkpoint.ts";
import { FlushMark } from "../journal/flush-mark.ts";
import { isGone } from "../journal/maintenance/damage.ts";
import { checkpointName, checkpointsIn, segmentsIn } from "../journal/names.ts";
import { readEntries } from "../journal/reader.ts";
import { recordTexts } from "../journal/records/record.ts";
import { JournalStorage } from "../journal/storage.ts";
import { Asking, type Channel, type OwnerOpened } from "./channel.ts";
import { JournalTail, trimmed } from "./journal-tail.ts";

/** Milliseconds between two checks of the journal while no requests arrive. */
const LOOK_EVERY = 25;
/** Milliseconds between two questions that show whether the owner answers. */
const GREET_EVERY = 1_000;
/** Milliseconds without an answer after which the operator is told. */
const MAX_SILENCE = 3_000;

export interface WorkerOptions {
  readonly files?: FileSystem;
  /**
   * Called when the journal can no longer be followed, before anything is answered that may be older than an
   * acknowledged write. The worker then has to end, and is started again.
   */
  readonly onLost?: (cause: StorageError) => void;
  /** Told when the owner does not answer, and when it does again. Of all workers, one is to have it. */
  readonly report?: Report;
}

interface Follower {
  readonly tail: JournalTail;
  readonly sink: Sink;
  readonly timers: readonly NodeJS.Timeout[];
}

/**
 * A worker's view of a journal that another process of this machine owns and writes. It reads the journal's files
 * itself and asks the owner for everything else.
 */
export class WorkerStorage implements Storage {
  readonly #asking: Asking;
  readonly #files: FileSystem;
  readonly #onLost: (cause: StorageError) => void;
  readonly #journal: JournalStorage;
  #opened: OwnerOpened | null = null;
  #follower: Follower | null = null;
  #isDue = false;
  /** For each turn that is awaited, the entries that have arrived since it was asked for. */
  readonly #collecting = new Set<Entry[]>();
  /** The last position that this node has read or written: it appends only directly after it. */
  #known: Position = 0;
  /** The leases that were asked for. */
  readonly #leases = new Set<string>();
  readonly #outage: OutageLines;
  /** When the owner was asked whether it answers; null: it has. */
  #askedAt: number | null = null;

  /** `folder`: of the journal that the owner at the other end of the channel has open. */
  constructor(
    folder: string,
    channel: Channel,
    { files = realFileSystem, onLost = () => {}, report = () => {} }: WorkerOptions = {},
  ) {
    this.#outage = new OutageLines(report);
    this.#asking = new Asking(channel, (reason) => {
      // Reads go on from the disk; only writes end.
      this.#follower?.sink.ended(new StorageError("unreadable", reason));
    });
    this.#files = files;
    this.#onLost = onLost;
    this.#journal = new JournalStorage(folder, { files });
  }

  get fitted(): FittedNote {
    return this.#journal.fitted;
  }

  /** The owner does, for all workers, and one of them when it hangs. */
  readonly tellsOutages = true;

  readonly marks: Marks = {
    read: (name) => this.#ask.ask("mark", name),
    names: (prefix) => this.#ask.ask("markNames", prefix),
    write: (name, expected, value) => this.#ask.ask("writeMark", { name, expected, value }),
  };

  readonly snapshots = {
    newest: async (): Promise<StoredSnapshot | null> => {
      const { folder } = this.#place;
      const at = checkpointsIn(await this.#files.list(folder)).at(-1);
      return at === undefined
        ? null
        : { at, bytes: unlessTrimmed(readCheckpoint(this.#files, join(folder, checkpointName(at))), at) };
    },
    store: (at: Position, bytes: AsyncIterable<Uint8Array>): Promise<void> => this.#storeSnapshot(at, bytes),
    due: (): boolean => this.#isDue,
  };

  readonly sharing: Sharing = {
    hasOneSchema: true,
    follow: async (from, sink) => this.#follow(from, sink),
    barrier: async () => {
      if (this.#follower === null) return this.#asking.ask("head", null);
      this.#pull();
      return this.#follower.tail.position;
    },
    catchUp: () => void this.#pull(),
    turn: (after, patience) => this.#turn(after, patience),
    lease: (name, seconds) => this.#lease(name, seconds),
    silence: () => (this.#askedAt === null ? 0 : performance.now() - this.#askedAt),
  };

  async open(): Promise<Opened> {
    if (this.#opened !== null) throw new StorageError("misused", `${this.#opened.folder} is open already`);
    this.#opened = await this.#asking.ask("open", null);
    const { logId, head, oldest, survives } = this.#opened;
    return { logId, head, oldest, survives, shared: true };
  }

  append(expected: Position, batch: readonly Entry[]): Promise<Appended> {
    return this.#append(expected, batch, false);
  }

  async #append(expected: Position, batch: readonly Entry[], endsTurn: boolean): Promise<Appended> {
    const asking = this.#ask;
    if (expected > this.#known) {
      if (endsTurn) await asking.ask("release", null);
      return { kind: "conflict", head: await asking.ask("head", null) };
    }
    const records = [...recordTexts(batch, this.#place.logId)];
    this.#follower?.tail.sending(batch, records);
    const id = batch[0]?.commit ?? "";
    const { due, ...appended } = await asking.ask("append", { expected, id, records, endsTurn });
    if (due) this.#isDue = true;
    if (appended.kind === "ok") this.#known = Math.max(this.#known, appended.head);
    return appended;
  }

  probe(): Promise<string | null> {
    return this.#ask.ask("probe", null);
  }

  async *read(from: Position): AsyncGenerator<Entries> {
    const follower = this.#follower;
    if (follower !== null && from > follower.tail.position) {
      const entries = this.#pull().filter(({ position }) => position >= from);
      if (entries.length > 0) yield entries;
      return;
    }
    const { folder, logId } = this.#place;
    const head = await this.#asking.ask("head", null);
    // Read before the names, since a segment may be begun at any time.
    const mark = await FlushMark.read(this.#files, folder);
    if (mark === null) throw new StorageError("damaged", `${folder} has no readable mark`);
    const segments = segmentsIn(await this.#files.list(folder)).filter((first) => first <= mark.segment);
    if (from < (segments[0] ?? from)) throw trimmed(from);
    yield* unlessTrimmed(
      readEntries({ files: this.#files, folder, log: logId, segments, end: mark.length }, from),
      from,
    );
    this.#known = Math.max(this.#known, head);
  }

  async trim(through: Position): Promise<void> {
    await this.#ask.ask("trim", through);
  }

  async close(): Promise<void> {
    this.#unfollow();
    for (const name of this.#leases) await this.#asking.ask("lease", { name, seconds: 0 }).catch(() => {});
    this.#leases.clear();
    this.#opened = null;
  }

  get #ask(): Asking {
    return this.#place && this.#asking;
  }

  get #place(): OwnerOpened {
    if (this.#opened === null) throw new StorageError("misused", "The journal is not open");
    return this.#opened;
  }

  #follow(from: Position, sink: Sink): () => Promise<void> {
    this.#unfollow();
    const { folder, logId } = this.#place;
    let tail: JournalTail;
    try {
      tail = JournalTail.behind(folder, logId, from);
    } catch (error) {
      if (!isPermanent(error)) throw error;
      this.#onLost(error);
      setImmediate(() => sink.ended(error));
      return async () => {};
    }
    const timers = [
      inBackground(setInterval(() => this.#pull(), LOOK_EVERY)),
      inBackground(setInterval(() => this.#greet(), GREET_EVERY)),
    ];
    this.#follower = { sink, timers, tail };
    // If the owner is gone, the channel reports it.
    this.#asking.ask("following", null).catch(() => {});
    return async () => this.#unfollow();
  }

  /** The owner may hang, or its disk: without an end it would show to nobody. */
  #greet(): void {
    if (this.#askedAt !== null) {
      if (performance.now() - this.#askedAt > MAX_SILENCE)
        this.#outage.tell("the owner of the journal does not answer");
      return;
    }
    this.#askedAt = performance.now();
    const answered = () => {
      this.#askedAt = null;
      this.#outage.tell(null);
    };
    this.#asking.ask("flushed", null).then(answered, answered);
  }

  #unfollow(): void {
    const follower = this.#follower;
    this.#follower = null;
    if (follower === null) return;
    for (const timer of follower.timers) clearInterval(timer);
    this.#askedAt = null;
    follower.tail.close();
  }

  /** Passes new entries to the sink, and returns them. */
  #pull(): readonly Entry[] {
    const follower = this.#follower;
    if (follower === null) return [];
    try {
      const entries = follower.tail.pull();
      this.#known = Math.max(this.#known, follower.tail.position);
      for (const pulled of this.#collecting) pulled.push(...entries);
      if (entries.length > 0) follower.sink.entries(entries);
      return entries;
    } catch (error) {
      this.#unfollow();
      const cause = isPermanent(error) ? error : new StorageError("unreadable", reasonOf(error));
      this.#onLost(cause);
      follower.sink.ended(cause);
      return [];
    }
  }

  async #turn(after: Position, patience: number): Promise<Turn | null> {
    // A worker's own entries are acknowledged before it follows them.
    const pulled = (this.#follower?.tail.position ?? Infinity) <= after ? this.#collect() : null;
    let isReleased = false;
    const release = async () => {
      if (isReleased) return;
      isReleased = true;
      await this.#asking.ask("release", null);
    };
    try {
      if (!(await this.#asking.ask("turn", patience))) return null;
      return {
        behind: await this.#behind(after, pulled),
        append: (expected, batch) => {
          // Ends the turn as well, so that it need not be released by a message of its own.
          isReleased = true;
          return this.#append(expected, batch, true);
        },
        release,
      };
    } catch (error) {
      await release();
      throw error;
    } finally {
      if (pulled !== null) this.#collecting.delete(pulled);
    }
  }

  async #lease(name: string, seconds: number): Promise<boolean> {
    this.#leases.add(name);
    return this.#ask.ask("lease", { name, seconds });
  }

  #collect(): Entry[] {
    const pulled: Entry[] = [];
    this.#collecting.add(pulled);
    return pulled;
  }

  /** `pulled`: the entries after the position that have arrived so far; null where they have to be read from the disk. */
  async #behind(after: Position, pulled: Entry[] | null): Promise<Entries> {
    this.#pull();
    if (pulled !== null && this.#follower !== null) return pulled.filter(({ position }) => position > after);
    const behind: Entry[] = [];
    for await (const entries of this.read(after + 1)) behind.push(...entries);
    return behind;
  }

  async #storeSnapshot(at: Position, bytes: AsyncIterable<Uint8Array>): Promise<void> {
    this.#isDue = false;
    const stored = this.#ask.ask("snapshot", at);
    // Awaited below; until then, a failure must not count as an unhandled rejection.
    stored.catch(() => {});
    const all = async () => {
      for await (const piece of bytes) await this.#asking.ask("piece", piece);
      await this.#asking.ask("piece", null);
    };
    await Promise.race([stored, all()]);
    await stored;
  }
}

/** A file that is gone was removed in the meantime: two newer checkpoints have been stored. */
async function* unlessTrimmed<T>(read: AsyncIterable<T>, at: Position): AsyncGenerator<T> {
  try {
    yield* read;
  } catch (error) {
    throw isGone(error) ? trimmed(at) : error;
  }
}
