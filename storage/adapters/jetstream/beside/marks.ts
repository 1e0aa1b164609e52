import { randomUUID } from "node:crypto";
import { StorageError } from "../../../error.ts";
import type { Marks } from "../../../port.ts";
import { failedMarks } from "../../marks/failed-marks.ts";
import type { Connection, Site } from "../connection.ts";
import { apiCodeOf, isNoRoom, isOvertaken, isUnheard } from "../nats.ts";
import { NOT_FOUND, patiently } from "../stream.ts";

/** The write that made a message. */
const WRITE = "Galley-Write";
/** How often a mark is read again at once because another write was quicker. */
const MAX_TRIES = 5;
/** Bytes of a message besides its text, at most. */
const HEAD = 4096;

interface Mark {
  readonly seq: number;
  readonly text: string;
  readonly write: string;
}

/**
 * Marks as messages of a stream of their own, which keeps the newest one on each subject. A mark that is removed leaves
 * nothing. The stream is made with the first mark.
 */
export class StreamMarks implements Marks {
  readonly #site: Site;
  readonly #replicas: () => number;

  constructor(site: Site, replicas: () => number) {
    this.#site = site;
    this.#replicas = replicas;
  }

  read(name: string): Promise<string | null> {
    return this.#patiently(async () => (await this.#find(name, (text) => text !== null))?.text ?? null);
  }

  names(prefix: string): Promise<readonly string[]> {
    const { address, connection } = this.#site;
    const subject = `${address.subjects.mark}.`;
    return this.#patiently(async () => {
      const proved = await this.#prove();
      if (proved === null) return [];
      const { state } = await connection.jsm.streams.info(address.marks, { subjects_filter: `${subject}*` });
      if (state.last_seq < proved) throw new Error("the server that answers lags behind");
      const names = Object.keys(state.subjects ?? {}).map((each) => decodeURIComponent(each.slice(subject.length)));
      return names.filter((name) => name.startsWith(prefix)).sort();
    });
  }

  write(name: string, expected: string | null, value: string | null): Promise<boolean> {
    this.#assertFits(name, value);
    const id = randomUUID();
    let isAgain = false;
    return this.#patiently(async () => {
      for (let tries = 0; tries < MAX_TRIES; tries += 1) {
        const found = await this.#find(name, (text) => text === expected);
        if (found?.write === id) return true;
        // Of a removal that is tried again nothing is left to recognise.
        if (found === null && value === null && isAgain) return true;
        if ((found?.text ?? null) !== expected) return false;
        isAgain = true;
        if (await this.#replace(name, found, value, id)) return true;
      }
      throw new Error("other nodes were quicker");
    });
  }

  /** False if the mark is another one by now. */
  async #replace(name: string, found: Mark | null, value: string | null, id: string): Promise<boolean> {
    const { address, connection } = this.#site;
    try {
      if (value !== null) await this.#publish(connection, name, value, { id, after: found?.seq ?? 0 });
      else if (found !== null) await connection.jsm.streams.deleteMessage(address.marks, found.seq, false);
      return true;
    } catch (error) {
      if (isOvertaken(error) || (value === null && GONE.has(apiCodeOf(error) ?? 0))) return false;
      throw error;
    }
  }

  async #publish(connection: Connection, name: string, value: string, write: { id: string; after: number }) {
    const headers = connection.nats.headers();
    headers.set(WRITE, write.id);
    const expect = { streamName: this.#site.address.marks, lastSubjectSequence: write.after };
    try {
      await connection.publish(this.#subjectOf(name), value, { headers, expect });
    } catch (error) {
      // The stream is not there yet.
      if (isUnheard(error)) await this.#make();
      throw error;
    }
  }

  /**
   * A mark as the leader has it, which may have been elected just now: an unexpected mark is read again after a proof.
   */
  async #find(name: string, isRight: (text: string | null) => boolean): Promise<Mark | null> {
    const found = await this.#last(name);
    if (isRight(found?.text ?? null) || (await this.#prove()) === null) return found;
    return this.#last(name);
  }

  async #last(name: string): Promise<Mark | null> {
    const { address, connection } = this.#site;
    try {
      const found = await connection.last(address.marks, this.#subjectOf(name));
      return found && { seq: found.seq, text: found.string(), write: found.header.get(WRITE) };
    } catch (error) {
      if (apiCodeOf(error) === NOT_FOUND) return null;
      throw error;
    }
  }

  /** A sequence after every mark whose write was acknowledged before the call; null if there is no stream of marks. */
  async #prove(): Promise<number | null> {
    const { address, connection } = this.#site;
    try {
      const expect = { streamName: address.marks };
      return (await connection.publish(address.subjects.mark, "", { expect })).seq;
    } catch (error) {
      if (!isUnheard(error)) throw error;
      try {
        await connection.jsm.streams.info(address.marks);
      } catch (cause) {
        if (apiCodeOf(cause) === NOT_FOUND) return null;
      }
      throw error;
    }
  }

  async #make(): Promise<void> {
    const { address, connection } = this.#site;
    await connection.jsm.streams.add({
      name: address.marks,
      subjects: [address.subjects.mark, `${address.subjects.mark}.*`],
      storage: "file",
      num_replicas: this.#replicas(),
      max_msgs_per_subject: 1,
      discard: "new",
    });
  }

  #subjectOf(name: string): string {
    const token = encodeURIComponent(name).replaceAll(".", "%2E").replaceAll("*", "%2A");
    return `${this.#site.address.subjects.mark}.${token}`;
  }

  #assertFits(name: string, value: string | null): void {
    const { max_payload: most = 0 } = this.#site.connection.nc.info ?? {};
    const bytes = Buffer.byteLength(value ?? "") + HEAD;
    if (most === 0 || bytes <= most) return;
    const limit = `${most - HEAD} bytes, as max_payload of the servers of ${this.#site.address.shown} says`;
    throw new StorageError("misused", `The mark ${name} has ${bytes - HEAD} bytes, and may have ${limit}`);
  }

  /** Asks again while no server leads the stream, or other nodes write the same mark. */
  async #patiently<T>(ask: () => Promise<T>): Promise<T> {
    try {
      return await patiently(ask);
    } catch (error) {
      throw failedMarks(error, isNoRoom(error));
    }
  }
}

/** Error codes of a message that is not there. */
const GONE: ReadonlySet<number> = new Set([10037, 10043, 10057]);
