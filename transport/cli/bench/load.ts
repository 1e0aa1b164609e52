import type { HttpRequest } from "./http-request.ts";

/** Requests to be sent over and over by some clients at a time, each sending the next when it is answered. */
export interface LoadOptions {
  /** `http://127.0.0.1:1337` */
  readonly origin: string;
  /** Sent in turn, and again from the first. */
  readonly requests: readonly HttpRequest[];
  readonly clients: number;
  readonly seconds: number;
  readonly token: string | null;
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
