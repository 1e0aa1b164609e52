import type { Body, HeaderList } from "./port.ts";

/** What a route answers; the pipeline adds the headers that all answers have. */
export interface Answer {
  readonly status: number;
  /** Null: no body and no content type. */
  readonly body: Body | null;
  /** JSON when absent. */
  readonly contentType?: string;
  readonly headers?: HeaderList;
}

/** In the place of an answer: the connection ends without one. */
export const NO_ANSWER: Answer = { status: 0, body: null };

export const JSON_TYPE = "application/json; charset=utf-8";

export const TEXT_TYPE = "text/plain; charset=utf-8";

/** One place writes error bodies for each service: any error, with its answer in the service's own shape. */
export type ErrorAnswer = (error: unknown) => Answer;
