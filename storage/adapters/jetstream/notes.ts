import { hostname } from "node:os";
import type { KV } from "@nats-io/kv";
import { StorageError } from "../../error.ts";
import type { Position } from "../../port.ts";
import { CLAIM_LAPSE, NODE_LAPSE } from "../../sharing/lapses.ts";
import type { LogNode } from "../shared-log/server.ts";
import type { ServerClock } from "../shared-log/server-clock.ts";
import type { Connection } from "./connection.ts";
import { patiently } from "./stream.ts";

interface NodeNote extends Pick<LogNode, "host" | "pid" | "applied"> {
  /** When it was written, in epoch milliseconds of the servers' clock. */
  readonly seen: number;
}

/** Which snapshot is the newest, and which node is storing the next one. */
interface SnapshotNote {
  readonly newest: Position;
  readonly by: string | null;
  readonly seen: number;
}

export interface NotesParts {
  readonly connection: () => Connection;
  readonly bucket: string;
  readonly node: string;
  readonly applied: () => Position;
  readonly clock: ServerClock;
  readonly place: string;
}

const SNAPSHOT = "snapshot";

/** Milliseconds for which a change of the snapshot's note is tried again. */
const NOTE_TIMEOUT = 5000;

/**
 * Notes that nodes keep beside the log, by key: heartbeats, the snapshot claim, and the fingerprint that all content
 * fits.
 */
export class Notes {
  readonly #parts: NotesParts;
  #bucket: KV | null = null;

  constructor(parts: NotesParts) {
    this.#parts = parts;
  }

  async open(replicas: number): Promise<void> {
    const { connection, bucket } = this.#parts;
    const { nats, nc } = connection();
    this.#bucket = await patiently(() => new nats.Kvm(nc).create(bucket, { replicas, history: 1 }));
  }

  fits(): Promise<string | null> {
    return this.#read("fits");
  }

  async setFits(fingerprint: string): Promise<void> {
    await this.#use.put("fits", fingerprint);
  }

  async isBeingFilled(): Promise<boolean> {
    return (await this.#read("filling")) !== null;
  }

  async setFilling(isFilling: boolean): Promise<void> {
    await (isFilling ? this.#use.put("filling", "true") : this.#use.delete("filling"));
  }

  async #read(key: string): Promise<string | null> {
    const entry = await this.#use.get(key);
    return entry?.operation === "PUT" ? entry.string() : null;
  }

  /** Records that this node is alive, and learns what the servers' clock is. */
  async beat(): Promise<void> {
    const { node, applied, bucket, clock, connection } = this.#parts;
    const key = `node.${node}`;
    const note: NodeNote = { host: hostname(), pid: process.pid, applied: applied(), seen: clock.now() };
    await clock.learn(
      () => this.#use.put(key, JSON.stringify(note)),
      async () => (await connection().last(`KV_${bucket}`, `$KV.${bucket}.${key}`))?.time.getTime() ?? null,
    );
  }

  async leave(): Promise<void> {
    await this.#bucket?.purge(`node.${this.#parts.node}`);
  }

  /** The other nodes that have not signed off, in the order in which they were last seen, latest first. */
  async nodes(): Promise<readonly LogNode[]> {
    const { bucket, clock, connection, node } = this.#parts;
    const subject = `$KV.${bucket}.node.`;
    const found: LogNode[] = [];
    for (let seq = 1, isLast = false; !isLast; ) {
      const { messages, isMore } = await connection().look({ stream: `KV_${bucket}`, subject: `${subject}*`, seq });
      for (const { headers, data } of messages) {
        if (headers.has("KV-Operation")) continue;
        const { seen, ...note } = JSON.parse(Buffer.from(data).toString()) as NodeNote;
        found.push({ id: headers.get("Nats-Subject").slice(subject.length), ...note, seenAgo: clock.now() - seen });
      }
      seq = (messages.at(-1)?.seq ?? seq) + 1;
      isLast = !isMore;
    }
    return found.filter(({ id }) => id !== node).sort((a, b) => a.seenAgo - b.seenAgo);
  }

  /** Deletes the notes of nodes that trimming no longer waits for. */
  async sweep(): Promise<void> {
    for (const { id, seenAgo } of await this.nodes()) if (seenAgo > NODE_LAPSE) await this.#use.purge(`node.${id}`);
  }

  /** The position of the newest snapshot. */
  async newestSnapshot(): Promise<Position> {
    return (await this.#snapshot()).note.newest;
  }

  /** Whether this node may store the snapshot at a position. */
  claim(at: Position): Promise<boolean> {
    const { clock, node } = this.#parts;
    return this.#change((note) => {
      const isTaken = note.by !== null && note.by !== node && clock.now() - note.seen < CLAIM_LAPSE;
      return isTaken || note.newest >= at ? null : { ...note, by: node, seen: clock.now() };
    });
  }

  /** @throws StorageError (rejected) `misused` if another node holds the claim */
  async renew(): Promise<void> {
    const { clock, node } = this.#parts;
    const isHeld = await this.#change((note) => (note.by === node ? { ...note, seen: clock.now() } : null));
    if (!isHeld) throw new StorageError("misused", "Another node has taken over the snapshot");
  }

  /** Ends this node's claim. `stored`: the position of the snapshot that it has stored, if any. */
  async release(stored: Position | null): Promise<void> {
    const { clock, node } = this.#parts;
    await this.#change((note) => {
      const newest = Math.max(note.newest, stored ?? 0);
      if (note.by === node) return { newest, by: null, seen: clock.now() };
      return newest > note.newest ? { ...note, newest } : null;
    });
  }

  /**
   * Optimistic concurrency control. `next` gets the note as it is now, and again each time that a write fails: another
   * node may have changed the note, or this node with a write whose answer was lost. A leader that has just been elected
   * may know of an older one. False if `next` returned null.
   */
  #change(next: (note: SnapshotNote) => SnapshotNote | null): Promise<boolean> {
    return patiently(async () => {
      const { note, revision } = await this.#snapshot();
      const changed = next(note);
      if (changed === null) return false;
      await this.#use.put(SNAPSHOT, JSON.stringify(changed), { previousSeq: revision });
      return true;
    }, NOTE_TIMEOUT);
  }

  /** Read from the leader, because the next write is conditional on its revision. */
  async #snapshot(): Promise<{ readonly note: SnapshotNote; readonly revision: number }> {
    const { bucket, connection } = this.#parts;
    const found = await connection().last(`KV_${bucket}`, `$KV.${bucket}.${SNAPSHOT}`);
    // The message of a note that was deleted has no text.
    const text = found?.string() ?? "";
    const note = text === "" ? { newest: 0, by: null, seen: 0 } : (JSON.parse(text) as SnapshotNote);
    return { note, revision: found?.seq ?? 0 };
  }

  get #use(): KV {
    if (this.#bucket === null) throw new StorageError("misused", `${this.#parts.place} is not open`);
    return this.#bucket;
  }
}
