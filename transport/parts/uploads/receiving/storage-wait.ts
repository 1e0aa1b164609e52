import { appendFailed, type FileStore, NO_ANSWER } from "../../../../storage/core.ts";
import { withinTime } from "../../../hooks/within-time.ts";

type Bytes = Parameters<FileStore["receive"]>[0];

/** Milliseconds that a request waits for the storage of files without any progress: writes wait as long. */
export const MAX_WAIT = 9_000;

/**
 * The time that one upload waits for the storage. It goes on while something is waited for, and not while the client sends:
 * each part that is stored begins it anew.
 */
export class StorageWait {
  #left = MAX_WAIT;

  /** When a caller would have begun to wait who has waited as long, as of `performance.now()`. */
  get since(): number {
    return performance.now() - (MAX_WAIT - this.#left);
  }

  /**
   * The work goes on if it takes longer.
   *
   * @throws what the work throws; StorageError `append-failed` (rejected).
   */
  within<T>(work: Promise<T>): Promise<T> {
    return this.spending(withinTime(this.#left, work, noAnswer));
  }

  /** Counts the time of work that has a limit of its own. */
  async spending<T>(work: Promise<T>): Promise<T> {
    const begun = performance.now();
    try {
      return await work;
    } finally {
      this.#left = Math.max(0, this.#left - (performance.now() - begun));
    }
  }

  /** The same files, for as long. Bytes that are stored too late are discarded. */
  over(files: FileStore): FileStore {
    return {
      put: (name, bytes) => this.within(files.put(name, bytes)),
      receive: async (bytes) => {
        const { size, keep, discard } = await this.#receiving(files, bytes);
        return { size, keep: (name) => this.within(keep(name)), discard: () => this.within(discard()).catch(() => {}) };
      },
      open: (name) => this.within(files.open(name)),
      delete: (name) => this.within(files.delete(name)),
      list: () => files.list(),
    };
  }

  async #receiving(files: FileStore, bytes: Bytes) {
    let timer: NodeJS.Timeout | undefined;
    let late: (error: Error) => void = () => {};
    const isLate = new Promise<never>((_, reject) => {
      late = reject;
    });
    const wait = () => {
      timer = setTimeout(() => late(noAnswer()), MAX_WAIT);
    };
    async function* watched() {
      clearTimeout(timer);
      for await (const piece of bytes) {
        wait();
        yield piece;
        clearTimeout(timer);
      }
      wait();
    }
    wait();
    const receiving = files.receive(watched());
    try {
      return await Promise.race([receiving, isLate]);
    } catch (error) {
      receiving.then(({ discard }) => discard()).catch(() => {});
      throw error;
    } finally {
      clearTimeout(timer);
    }
  }
}

function noAnswer() {
  return appendFailed({ reason: NO_ANSWER, noRoom: false });
}
