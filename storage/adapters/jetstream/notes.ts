import { hostname } from "node:os";
import type { KV, KvEntry } from "@nats-io/kv";
import type { Position } from "../../port.ts";
import type { Connection } from "./connection.ts";
import { patiently } from "./stream.ts";

/** Milliseconds after which a claim that is not renewed is void. */
const CLAIM_LASTS = 5 * 60_000;

/** A process that has the log open. */
export interface JetStreamNode {
  readonly id: string;
  readonly host: string;
  readonly pid: number;
  /** Position of the last entry that it has applied, as of its last heartbeat. */
  readonly applied: Position;
  /** Milliseconds since then. */
  readonly seenAgo: number;
}

export interface Claim {
  /** Throws (rejected) where another node has it meanwhile. */
  renew(): Promise<void>;
  release(): Promise<void>;
}

type NodeInfo = Pick<JetStreamNode, "host" | "pid" | "applied">;

export interface NotesParts {
  readonly connection: () => Connection;
  readonly bucket: string;
  readonly node: string;
  readonly applied: () => Position;
}

/** What nodes note beside the log, by key: that they live, what they are at, and what is known of all content. */
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

  async read(key: string): Promise<string | null> {
    const entry = await this.#use.get(key);
    return isThere(entry) ? entry.string() : null;
  }

  async write(key: string, text: string): Promise<void> {
    await this.#use.put(key, text);
  }

  async remove(key: string): Promise<void> {
    await this.#use.delete(key);
  }

  /** Says that this node lives. */
  async beat(): Promise<void> {
    const { node, applied } = this.#parts;
    const info: NodeInfo = { host: hostname(), pid: process.pid, applied: applied() };
    await this.#use.put(`node.${node}`, JSON.stringify(info));
  }

  async leave(): Promise<void> {
    await this.#bucket?.purge(`node.${this.#parts.node}`);
  }

  /** All nodes that have not taken leave, this one too, by the clock of the servers. */
  async nodes(): Promise<readonly JetStreamNode[]> {
    await this.beat();
    const entries: KvEntry[] = [];
    for await (const entry of await this.#use.history({ key: "node.*" })) if (isThere(entry)) entries.push(entry);
    const now = Math.max(...entries.map(({ created }) => created.getTime()));
    return entries.map((entry) => ({
      id: entry.key.slice("node.".length),
      ...entry.json<NodeInfo>(),
      seenAgo: now - entry.created.getTime(),
    }));
  }

  /** Null where another node has it. */
  async claim(what: string): Promise<Claim | null> {
    const bucket = this.#use;
    const key = `claim.${what}`;
    const { node } = this.#parts;
    const held = await bucket.get(key);
    if (isThere(held) && Date.now() - held.created.getTime() < CLAIM_LASTS) return null;
    let revision: number;
    try {
      revision = await (isThere(held) ? bucket.update(key, node, held.revision) : bucket.create(key, node));
    } catch {
      return null;
    }
    return {
      renew: async () => {
        revision = await bucket.update(key, node, revision);
      },
      release: async () => {
        await bucket.delete(key, { previousSeq: revision }).catch(() => {});
      },
    };
  }

  get #use(): KV {
    return this.#bucket as KV;
  }
}

function isThere(entry: KvEntry | null): entry is KvEntry {
  return entry !== null && entry.operation === "PUT";
}
