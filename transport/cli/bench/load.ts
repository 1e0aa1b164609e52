import type { HttpRequest } from "./http-request.ts";

/** A number of clients; each sends its next request when the last one is answered. */
export interface Clients {
  /** `http://127.0.0.1:1337` */
  readonly origin: string;
  readonly clients: number;
  readonly seconds: number;
  readonly token: string | null;
}

export interface LoadOptions extends Clients {
  /** Sent in turn, cyclically. */
  readonly requests: readonly HttpRequest[];
}

/** The result. Times in milliseconds. */
export interface Load {
  /** Answers per second. */
  readonly rate: number;
  readonly p50: number;
  readonly p99: number;
  /** Mean bytes of an answer; whether that includes the head depends on the generator. */
  readonly bytes: number;
  readonly answers: number;
  /** Answers with status 400 and above, and requests without an answer. */
  readonly failures: number;
}

/** A load generator. */
export interface LoadGenerator {
  readonly name: string;
  run(options: LoadOptions): Promise<Load>;
}
