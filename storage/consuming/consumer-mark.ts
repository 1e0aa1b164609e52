import { StorageError } from "../error.ts";
import type { Marks } from "../port.ts";
import { CONSUMER_MARK, type ConsumerState, consumerStateIn } from "../writing/slowest-consumer.ts";

export type Progress = Omit<ConsumerState, "epoch">;

/** The mark of a consumer, as its present holder writes it. */
export class ConsumerMark {
  readonly #marks: Marks;
  readonly #name: string;
  #text: string;
  #state: ConsumerState;

  private constructor(marks: Marks, name: string, state: ConsumerState) {
    this.#marks = marks;
    this.#name = name;
    this.#state = state;
    this.#text = JSON.stringify(state);
  }

  /** Takes the mark over, or begins it at `first`. Null if another holder was quicker. */
  static async take(marks: Marks, consumer: string, first: () => Progress): Promise<ConsumerMark | null> {
    const name = CONSUMER_MARK + consumer;
    const text = await marks.read(name);
    const before = text === null ? { ...first(), epoch: 0 } : consumerStateIn(text);
    const mark = new ConsumerMark(marks, name, { ...before, epoch: before.epoch + 1 });
    return (await marks.write(name, text, mark.#text)) ? mark : null;
  }

  get progress(): Progress {
    return this.#state;
  }

  /** @throws StorageError `diverged` (rejected) if another holder has taken the mark over. */
  async move(progress: Progress): Promise<void> {
    const state = { ...progress, epoch: this.#state.epoch };
    const text = JSON.stringify(state);
    const isWritten = await this.#marks.write(this.#name, this.#text, text);
    // The answer to an earlier try may have been lost.
    if (!isWritten && (await this.#marks.read(this.#name)) !== text) {
      throw new StorageError("diverged", `Another process goes on with ${this.#name}`);
    }
    this.#state = state;
    this.#text = text;
  }
}
