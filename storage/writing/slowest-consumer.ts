import { isRecord } from "../../engine/internal.ts";
import { isSyntaxError, StorageError } from "../error.ts";
import type { Marks, Position } from "../port.ts";

/** Names of the marks of consumers begin so. */
export const CONSUMER_MARK = "consumer:";

/** How far a consumer has come, as its mark says. */
export interface ConsumerState {
  readonly log: string;
  readonly position: Position;
  /** Time of the commit at that position, in epoch milliseconds. */
  readonly at: number;
  /** Raised by each holder: the writes of the holder before it fail from then on. */
  readonly epoch: number;
}

/** @throws StorageError `invalid` */
export function consumerStateIn(text: string): ConsumerState {
  try {
    const value: unknown = JSON.parse(text);
    if (isRecord(value) && Number.isSafeInteger(value.position)) return value as unknown as ConsumerState;
  } catch (error) {
    if (!isSyntaxError(error)) throw error;
  }
  throw new StorageError("invalid", `The mark of a consumer is not readable: ${text.slice(0, 100)}`);
}

/** The position of the slowest consumer among the consumers that were at a commit since `since`; infinite without any. */
export async function slowestConsumer(marks: Marks, since: number): Promise<Position> {
  const names = await marks.names(CONSUMER_MARK);
  const texts = await Promise.all(names.map((name) => marks.read(name)));
  const all = texts.flatMap((text) => (text === null ? [] : consumerStateIn(text)));
  return Math.min(...all.filter(({ at }) => at >= since).map(({ position }) => position));
}
