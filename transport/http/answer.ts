import type { Body, HeaderList } from "./port.ts";

/** The answer of a route; the pipeline adds the headers that all answers have. */
export interface Answer {
  readonly status: number;
  /** Null: no body and no content type. */
  readonly body: Body | null;
  /** Default: JSON. */
  readonly contentType?: string;
  readonly headers?: HeaderList;
  /** Headers that replace others of the same names, Galley's own included; names in lower case. */
  readonly replaced?: HeaderList;
}

/** In place of an answer: the connection closes without one. */
export const NO_ANSWER: Answer = { status: 0, body: null };

/** The same, and the connection is reset where the listener can do that. */
export const RESET_ANSWER: Answer = { status: 0, body: null };

export const JSON_TYPE = "application/json; charset=utf-8";

export const TEXT_TYPE = "text/plain; charset=utf-8";

/** Converts any error to an answer in the service's own format. */
export type ErrorAnswer = (error: unknown) => Answer;
