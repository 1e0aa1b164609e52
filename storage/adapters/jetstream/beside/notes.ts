import { hostname } from "node:os";
import type { KV } from "@nats-io/kv";
import { isRecord } from "../../../../engine/internal.ts";
import { StorageError } from "../../../error.ts";
import type { Position } from "../../../port.ts";
import { CLAIM_LAPSE, NODE_LAPSE } from "../../../sharing/lapses.ts";
import type { LogNode } from "../../shared-log/server.ts";
import type { ServerClock } from "../../shared-log/server-clock.ts";
import type { Connection } from "../connection.ts";
import { patiently, UNANSWERED } from "../stream.ts";
import { eachMessage } from "./each-message.ts";

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

/** Which node is to work for a name. */
interface LeaseNote {
  readonly by: string | null;
  /** In epoch milliseconds of the servers' clock. */
  readonly until: number;
}

/** Tests of a note's members. */
type Members<T> = { readonly [K in keyof T]-?: (value: unknown) => boolean };

const isNumber = (value: unknown) => Number.isFinite(value);
const isText = (value: unknown) => typeof value === "string";
const isName = (value: unknown) => value === null || isText(value);
const NODE: Members<NodeNote> = { host: isText, pid: isNumber, applied: isNumber, seen: isNumber };
const SNAPSHOT: Members<SnapshotNote> = { newest: isNumber, by: isName, seen: isNumber };
const LEASE: Members<LeaseNote> = { by: isName, until: isNumber };

export interface NotesParts {
  readonly connection: () => Connection;
  readonly bucket: string;
  readonly node: string;
  readonly applied: () => Position;
  readonly clock: ServerClock;
  readonly place: string;
}

/** Milliseconds for which a change of a note is tried again. */
const NOTE_TIMEOUT = 5000;

/**
 * Notes that nodes keep beside the log, by key: heartbeats, the snapshot claim, leases, and the fingerprint that all
 * content fits. Anything but a note of Galley's rejects as StorageError `damaged`, which names it.
 */
export class Notes {
  readonly #parts: NotesParts;
  #bucket: KV | null = null;
  /** Keys of the leases that this node has asked for. */
  readonly #leases = new Set<string>();

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
    await Promise.all([...this.#leases].map((key) => this.#endLease(key).catch(() => {})));
    await this.#bucket?.purge(`node.${this.#parts.node}`);
  }

  /** The other nodes that have not signed off, in the order in which they were last seen, latest first. */
  async nodes(): Promise<readonly LogNode[]> {
    const { bucket, clock, connection, node } = this.#parts;
    const subject = `$KV.${bucket}.node.`;
    const found: LogNode[] = [];
    const look = (seq: number) =>
      patiently(() => connection().look({ stream: `KV_${bucket}`, subject: `${subject}*`, seq }), UNANSWERED);
    for await (const { headers, data } of eachMessage(look)) {
      if (headers.has("KV-Operation")) continue;
      const id = headers.get("Nats-Subject").slice(subject.length);
      const { host, pid, applied, seen } = this.#parse(`node.${id}`, Buffer.from(data).toString(), NODE);
      found.push({ id, host, pid, applied, seenAgo: clock.now() - seen });
    }
    return found.filter(({ id }) => id !== node).sort((a, b) => a.seenAgo - b.seenAgo);
  }

  /** Deletes the notes of nodes that trimming no longer waits for. */
  async sweep(): Promise<void> {
    for (const { id, seenAgo } of await this.nodes()) if (seenAgo > NODE_LAPSE) await this.#use.purge(`node.${id}`);
  }

  /** Whether this node has the lease of a name from now on for so many seconds; 0 gives it up. */
  async lease(name: string, seconds: number): Promise<boolean> {
    const { clock, node } = this.#parts;
    const key = `lease.${Buffer.from(name).toString("base64url")}`;
    if (seconds === 0) return this.#endLease(key);
    this.#leases.add(key);
    return this.#change<LeaseNote>(key, FREE, LEASE, ({ by, until }) => {
      const isTaken = by !== null && by !== node && until > clock.now();
      return isTaken ? null : { by: node, until: clock.now() + seconds * 1000 };
    });
  }

  async #endLease(key: string): Promise<false> {
    await this.#change<LeaseNote>(key, FREE, LEASE, ({ by }) => (by === this.#parts.node ? FREE : null));
    return false;
  }

  /** The position of the newest snapshot. */
  async newestSnapshot(): Promise<Position> {
    return (await this.#find("snapshot", NO_SNAPSHOT, SNAPSHOT)).note.newest;
  }

  /** Whether this node may store the snapshot at a position. */
  claim(at: Position): Promise<boolean> {
    const { clock, node } = this.#parts;
    return this.#changeSnapshot((note) => {
      const isTaken = note.by !== null && note.by !== node && clock.now() - note.seen < CLAIM_LAPSE;
      return isTaken || note.newest >= at ? null : { ...note, by: node, seen: clock.now() };
    });
  }

  /** @throws StorageError (rejected) `misused` if another node holds the claim */
  async renew(): Promise<void> {
    const { clock, node } = this.#parts;
    const isHeld = await this.#changeSnapshot((note) => (note.by === node ? { ...note, seen: clock.now() } : null));
    if (!isHeld) throw new StorageError("misused", "Another node has taken over the snapshot");
  }

  /** Ends this node's claim. `stored`: the position of the snapshot that it has stored, if any. */
  async release(stored: Position | null): Promise<void> {
    const { clock, node } = this.#parts;
    await this.#changeSnapshot((note) => {
      const newest = Math.max(note.newest, stored ?? 0);
      if (note.by === node) return { newest, by: null, seen: clock.now() };
      return newest > note.newest ? { ...note, newest } : null;
    });
  }

  #changeSnapshot(next: (note: SnapshotNote) => SnapshotNote | null): Promise<boolean> {
    return this.#change("snapshot", NO_SNAPSHOT, SNAPSHOT, next);
  }

  /**
   * Optimistic concurrency control. `next` gets the note as it is now, `none` if there is none, and again each time that a
   * write fails: another node may have changed the note, or this node with a write whose answer was lost. A leader that has
   * just been elected may know of an older one. False if `next` returned null.
   */
  #change<T>(key: string, none: T, members: Members<T>, next: (note: T) => T | null): Promise<boolean> {
    return patiently(async () => {
      const { note, revision } = await this.#find(key, none, members);
      const changed = next(note);
      if (changed === null) return false;
      await this.#use.put(key, JSON.stringify(changed), { previousSeq: revision });
      return true;
    }, NOTE_TIMEOUT);
  }

  /** Read from the leader, because the next write is conditional on its revision. */
  async #find<T>(key: string, none: T, members: Members<T>): Promise<{ readonly note: T; readonly revision: number }> {
    const { bucket, connection } = this.#parts;
    const found = await connection().last(`KV_${bucket}`, `$KV.${bucket}.${key}`);
    // The message of a note that was deleted has no text.
    const text = found?.string() ?? "";
    return { note: text === "" ? none : this.#parse(key, text, members), revision: found?.seq ?? 0 };
  }

  #parse<T>(key: string, text: string, members: Members<T>): T {
    const note = parsed(text);
    const checks = Object.entries<(value: unknown) => boolean>(members);
    if (isRecord(note) && checks.every(([name, isRight]) => isRight(note[name]))) return note as T;
    const { place, bucket } = this.#parts;
    const shown = text.slice(0, 100);
    throw new StorageError(
      "damaged",
      `${place} has a note that is not Galley's: remove ${key} from ${bucket}: ${shown}`,
    );
  }

  get #use(): KV {
    if (this.#bucket === null) throw new StorageError("misused", `${this.#parts.place} is not open`);
    return this.#bucket;
  }
}

const FREE: LeaseNote = { by: null, until: 0 };
const NO_SNAPSHOT: SnapshotNote = { newest: 0, by: null, seen: 0 };

/** Null for a text that is no JSON. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
