import type { Subscription } from "@nats-io/transport-node";
import type { Position } from "../../port.ts";
import type { Connection } from "./connection.ts";
import { patiently } from "./stream.ts";

/** Milliseconds of silence after which a node counts as gone. */
export const SILENCE = 3000;

interface NewsItem {
  readonly node: string;
  readonly head: Position;
  /** A new node asks the others to introduce themselves. */
  readonly isNew?: true;
  readonly isLeaving?: true;
}

export interface NewsParts {
  readonly connection: () => Connection;
  readonly subject: string;
  readonly node: string;
  /** The last position that this node knows. */
  readonly head: () => Position;
  /** A node has announced the position of the log's head. */
  readonly onHead: (head: Position) => void;
}

/**
 * Messages that nodes exchange outside the log: that they are alive, and that the log has grown. Nothing depends on
 * their arrival.
 */
export class News {
  readonly #parts: NewsParts;
  /** When each of the other nodes was last heard of. */
  readonly #heard = new Map<string, number>();
  #subscription: Subscription | null = null;

  constructor(parts: NewsParts) {
    this.#parts = parts;
  }

  /** `others`: nodes that are known to be alive. */
  async open(others: readonly string[]): Promise<void> {
    const { nc } = this.#parts.connection();
    this.#subscription = nc.subscribe(this.#parts.subject, {
      callback: (error, message) => {
        if (error === null || error === undefined) this.#take(message.json<NewsItem>());
      },
    });
    for (const node of others) this.#heard.set(node, performance.now());
    this.#tell({ isNew: true });
    await patiently(() => nc.flush());
  }

  /** The live nodes, including this one, oldest first. */
  get nodes(): readonly string[] {
    const since = performance.now() - SILENCE;
    const others = [...this.#heard].filter(([, at]) => at >= since).map(([node]) => node);
    return [this.#parts.node, ...others].sort();
  }

  announce(head: Position): void {
    this.#tell({ head });
  }

  beat(): void {
    this.#tell({});
  }

  forget(node: string): void {
    this.#heard.delete(node);
  }

  async close(): Promise<void> {
    if (this.#subscription === null) return;
    this.#tell({ isLeaving: true });
    this.#subscription.unsubscribe();
    this.#subscription = null;
  }

  #tell(item: Partial<NewsItem>): void {
    const { connection, subject, node, head } = this.#parts;
    const { nc } = connection();
    if (!nc.isClosed()) nc.publish(subject, JSON.stringify({ node, head: head(), ...item } satisfies NewsItem));
  }

  #take({ node, head, isNew, isLeaving }: NewsItem): void {
    if (node === this.#parts.node) return;
    if (isLeaving) return void this.#heard.delete(node);
    this.#heard.set(node, performance.now());
    if (isNew) this.#tell({});
    this.#parts.onHead(head);
  }
}
