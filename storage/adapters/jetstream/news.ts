import type { Subscription } from "@nats-io/transport-node";
import type { Position } from "../../port.ts";
import type { Site } from "./connection.ts";
import { recordIn } from "./messages.ts";
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

/**
 * Messages that nodes exchange outside the log: that they are alive, and that the log has grown. Nothing depends on
 * their arrival.
 */
export class News {
  readonly #site: Site;
  /** When each of the other nodes was last heard of. */
  readonly #heard = new Map<string, number>();
  #subscription: Subscription | null = null;

  constructor(site: Site) {
    this.#site = site;
  }

  /** `others`: nodes that are known to be alive. */
  async open(others: readonly string[]): Promise<void> {
    const { address, connection } = this.#site;
    const { nc } = connection;
    this.#subscription = nc.subscribe(address.subjects.news, {
      callback: (error, message) => {
        const news = error ? null : recordIn(message);
        if (typeof news?.node === "string" && typeof news.head === "number") this.#take(news as unknown as NewsItem);
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
    return [this.#site.log.node, ...others].sort();
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
    const { address, connection, log } = this.#site;
    const news: NewsItem = { node: log.node, head: log.tails.last, ...item };
    if (!connection.nc.isClosed()) connection.nc.publish(address.subjects.news, JSON.stringify(news));
  }

  #take({ node, head, isNew, isLeaving }: NewsItem): void {
    if (node === this.#site.log.node) return;
    if (isLeaving) return void this.#heard.delete(node);
    this.#heard.set(node, performance.now());
    if (isNew) this.#tell({});
    this.#site.log.notified(head);
  }
}
