import { StorageError } from "../../error.ts";
import type { Appended, Position, Survives } from "../../port.ts";

/** A message channel between two processes of this machine, such as a parent and its child. */
export interface Channel {
  send(message: unknown): void;
  onMessage(listener: (message: unknown) => void): void;
  /** The other side has closed the channel. */
  onClose(listener: () => void): void;
}

/** The requests of a worker to the owner of the journal, with the answer to each. */
export interface Questions {
  open: { readonly ask: null; readonly answer: OwnerOpened };
  /** The worker has read the existing entries and now follows new ones. */
  following: { readonly ask: null; readonly answer: null };
  head: { readonly ask: null; readonly answer: Position };
  /** Answered once the appends before it have ended. */
  flushed: { readonly ask: null; readonly answer: null };
  append: { readonly ask: AppendRequest; readonly answer: AppendAnswer };
  /** The longest time to wait, in milliseconds. */
  turn: { readonly ask: number; readonly answer: boolean };
  release: { readonly ask: null; readonly answer: null };
  probe: { readonly ask: null; readonly answer: string | null };
  snapshot: { readonly ask: Position; readonly answer: null };
  /** Bytes of the snapshot; null at its end. */
  piece: { readonly ask: Uint8Array | null; readonly answer: null };
  trim: { readonly ask: Position; readonly answer: null };
  mark: { readonly ask: string; readonly answer: string | null };
  /** Those that begin with a text. */
  markNames: { readonly ask: string; readonly answer: readonly string[] };
  writeMark: { readonly ask: MarkRequest; readonly answer: boolean };
  lease: { readonly ask: { readonly name: string; readonly seconds: number }; readonly answer: boolean };
}

export interface OwnerOpened {
  readonly folder: string;
  readonly logId: string;
  readonly head: Position;
  readonly oldest: Position;
  readonly survives: Survives;
}

export interface AppendRequest {
  readonly expected: Position;
  /** The id of the first commit. */
  readonly id: string;
  /** The batch as records of the journal (`recordTexts`): the owner need not understand them. */
  readonly records: readonly string[];
  /** The append is made in a turn, which ends with it. */
  readonly endsTurn: boolean;
}

export interface MarkRequest {
  readonly name: string;
  readonly expected: string | null;
  readonly value: string | null;
}

/** `due`: this worker should store a snapshot. */
export type AppendAnswer = Appended & { readonly due?: boolean };

export type Question = keyof Questions;

export interface QuestionMessage {
  readonly galley: "journal";
  readonly id: number;
  readonly kind: Question;
  readonly ask: unknown;
}

export interface AnswerMessage {
  readonly galley: "journal answer";
  readonly id: number;
  readonly answer?: unknown;
  readonly error?: { readonly code: string; readonly message: string };
}

/** Sent to every worker once the journal takes nothing more until it is opened again. */
export interface StoppedMessage {
  readonly galley: "journal stopped";
  readonly reason: string;
}

export function isQuestionMessage(message: unknown): message is QuestionMessage {
  return isTagged(message, "journal");
}

function isTagged(message: unknown, galley: string): boolean {
  return typeof message === "object" && message !== null && "galley" in message && message.galley === galley;
}

interface Waiting {
  readonly resolve: (answer: unknown) => void;
  readonly reject: (error: Error) => void;
}

/** The requesting side of a channel. */
export class Asking {
  readonly #channel: Channel;
  readonly #waiting = new Map<number, Waiting>();
  #count = 0;
  #isClosed = false;

  /** `onStopped`: as `StoppedMessage`. */
  constructor(channel: Channel, onStopped: (reason: string) => void) {
    this.#channel = channel;
    channel.onMessage((message) => {
      if (isTagged(message, "journal stopped")) onStopped((message as StoppedMessage).reason);
      if (isTagged(message, "journal answer")) this.#settle(message as AnswerMessage);
    });
    channel.onClose(() => {
      this.#isClosed = true;
      for (const { reject } of this.#waiting.values()) reject(ownerGone());
      this.#waiting.clear();
    });
  }

  /** @throws StorageError (rejected): the owner's error, or `unreadable` if the owner is gone */
  ask<K extends Question>(kind: K, ask: Questions[K]["ask"]): Promise<Questions[K]["answer"]> {
    if (this.#isClosed) return Promise.reject(ownerGone());
    this.#count += 1;
    const id = this.#count;
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, { resolve: resolve as (answer: unknown) => void, reject });
      this.#channel.send({ galley: "journal", id, kind, ask } satisfies QuestionMessage);
    });
  }

  #settle({ id, answer, error }: AnswerMessage): void {
    const waiting = this.#waiting.get(id);
    this.#waiting.delete(id);
    if (error === undefined) waiting?.resolve(answer);
    else waiting?.reject(new StorageError(error.code as StorageError["code"], error.message));
  }
}

function ownerGone(): StorageError {
  return new StorageError("unreadable", "The process that owns the journal is gone");
}
