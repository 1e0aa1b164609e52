import type { Marks } from "../../../storage/core.ts";
import type { StoredDelivery } from "./delivery.ts";

/** A delivery that is stored, and the text by which compare-and-set knows it. */
export interface Kept {
  readonly mark: string;
  readonly text: string;
  readonly delivery: StoredDelivery;
}

/** Deliveries that have yet to be made, and dead ones, as marks beside the log, in the order of their events. */
export class Outbox {
  readonly #marks: Marks;
  readonly #prefix: string;
  readonly #offMark: string;
  readonly #holderMark: string;

  constructor(marks: Marks, webhook: string) {
    this.#marks = marks;
    this.#prefix = `webhook:${webhook}/`;
    this.#offMark = `webhook-off:${webhook}`;
    this.#holderMark = `webhook-holder:${webhook}`;
  }

  /** False if it is there already. */
  add(mark: string, delivery: StoredDelivery): Promise<boolean> {
    return this.#marks.write(mark, null, JSON.stringify(delivery));
  }

  markOf(position: number, index: number): string {
    return `${this.#prefix}${String(position).padStart(16, "0")}-${String(index).padStart(6, "0")}`;
  }

  positionOf(mark: string): number {
    return Number(mark.slice(this.#prefix.length).split("-", 1)[0]);
  }

  /** In the order of the events. */
  marks(): Promise<readonly string[]> {
    return this.#marks.names(this.#prefix);
  }

  async read(mark: string): Promise<Kept | null> {
    const text = await this.#marks.read(mark);
    return text === null ? null : { mark, text, delivery: JSON.parse(text) };
  }

  /** Null if someone else has changed it meanwhile. */
  async replace({ mark, text }: Kept, delivery: StoredDelivery): Promise<Kept | null> {
    const next = JSON.stringify(delivery);
    return (await this.#marks.write(mark, text, next)) ? { mark, text: next, delivery } : null;
  }

  /** Makes this holder the one that may send: a former one that does not know it yet sends no more. */
  async claim(holder: string): Promise<void> {
    while (!(await this.#marks.write(this.#holderMark, await this.holder(), holder)));
  }

  /** The one that may send. */
  holder(): Promise<string | null> {
    return this.#marks.read(this.#holderMark);
  }

  async remove({ mark, text }: Kept): Promise<void> {
    await this.#marks.write(mark, text, null);
  }

  /** Whether the receiver has answered 410 to a webhook of this configuration. */
  async isOff(configuration: string): Promise<boolean> {
    return (await this.#marks.read(this.#offMark)) === configuration;
  }

  /** Forgets all deliveries, and that the receiver has answered 410. */
  async clear(): Promise<void> {
    for (const mark of [...(await this.marks()), this.#offMark]) {
      const text = await this.#marks.read(mark);
      if (text !== null) await this.#marks.write(mark, text, null);
    }
  }

  async switchOff(configuration: string): Promise<void> {
    await this.#marks.write(this.#offMark, await this.#marks.read(this.#offMark), configuration);
  }
}
