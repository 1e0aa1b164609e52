import type { HttpRequest } from "./http-request.ts";

/** Some clients at a time, each sending a request when its last one is answered. */
export interface Clients {
  /** `http://127.0.0.1:1337` */
  readonly origin: string;
  readonly clients: number;
  readonly seconds: number;
  readonly token: string | null;
}

export interface LoadOptions extends Clients {
  /** Sent in turn, and again from the first. */
  readonly requests: readonly HttpRequest[];
}

/** What came of it. Times in milliseconds. */
export interface Load {
  /** Answers a second. */
  readonly rate: number;
  readonly p50: number;
  readonly p99: number;
  /** Mean bytes of an answer; whether its head is among them depends on the generator. */
  readonly bytes: number;
  readonly answers: number;
  /** Answers with a status from 400 on, and requests without an answer. */
  readonly failures: number;
}

/** A program that makes load. */
export interface LoadGenerator {
  readonly name: string;
  run(options: LoadOptions): Promise<Load>;
}
