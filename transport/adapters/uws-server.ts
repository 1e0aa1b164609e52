import type { HttpRequest as LentRequest, HttpResponse as NativeResponse } from "uWebSockets.js";
import { type BodyLimit, DROPPED, type Handler, type HttpResponse } from "../port.ts";
import { BodyCollector } from "./body-collector.ts";
import { framingOf } from "./framing.ts";
import { CLOSE_GRACE, HEAD_BYTES, UNSENT_BYTES } from "./limits.ts";
import { REFUSAL_HEADERS, type Refusal, reasonOf, refusalBody } from "./refusal.ts";
import { Unsent } from "./unsent.ts";
import { UwsRequest } from "./uws-request.ts";
import { sendUws } from "./uws-response.ts";

/**
 * Answers the requests of one listening app and knows which are under way. A request without a body that is answered
 * at once, the usual case, costs no bookkeeping.
 */
export class UwsServer {
  readonly #handler: Handler;
  readonly #bodyLimit: BodyLimit;
  readonly #unsent = new Unsent(UNSENT_BYTES);
  /** Requests whose body is read, whose answer is awaited or still being written. */
  #underWay = 0;
  #finished: (() => void) | null = null;

  constructor(handler: Handler, bodyLimit: BodyLimit) {
    this.#handler = handler;
    this.#bodyLimit = bodyLimit;
  }

  answer(native: NativeResponse, lent: LentRequest, method: string): void {
    try {
      const request = new UwsRequest(native, lent, method);
      const framing = framingOfRequest(request, lent);
      if (framing === "none") this.#handle(native, request, false);
      else if (framing === "body") this.#readBody(native, request);
      else refuse(native, framing);
    } catch {
      closeQuietly(native);
    }
  }

  /** Resolves when nothing is under way any more, at the latest after the time of grace. */
  finish(): Promise<void> {
    return new Promise((resolve) => {
      const grace = setTimeout(resolve, CLOSE_GRACE);
      this.#finished = () => {
        clearTimeout(grace);
        resolve();
      };
      if (this.#underWay === 0) this.#finished();
    });
  }

  #handle(native: NativeResponse, request: UwsRequest, close: boolean): void {
    const answered = this.#handler(request);
    if (answered instanceof Promise) this.#await(native, request, answered, close);
    else this.#send(native, request, answered, close);
  }

  #await(native: NativeResponse, request: UwsRequest, answered: Promise<HttpResponse>, close: boolean): void {
    request.keep();
    const exchange = new Exchange(this.#count);
    native.onAborted(exchange.end);
    const send = (response: HttpResponse): void => {
      native.cork(() => this.#send(native, request, response, close));
    };
    const settle = (act: () => void): void => {
      if (!exchange.ended) guard(native, act);
      exchange.end();
    };
    answered.then(
      (response) => settle(() => send(response)),
      () => settle(() => native.close()),
    );
  }

  #readBody(native: NativeResponse, request: UwsRequest): void {
    request.keep();
    const exchange = new Exchange(this.#count);
    native.onAborted(exchange.end);
    const collector = new BodyCollector(this.#bodyLimit(request));
    const handle = (close: boolean): void => {
      if (exchange.ended) return;
      request.body = collector.body;
      guard(native, () => this.#handle(native, request, close));
      exchange.end();
    };
    // The native side takes the ends of chunks for granted. Where one was somewhere else, it mostly finds a broken request
    // behind the body, and cuts the client off before this.
    const afterRest = (): void => {
      if (!exchange.ended) native.cork(() => handle(true));
    };
    const isChunked = request.header("transfer-encoding") !== undefined;
    native.onData((lentChunk, isLast) => {
      if (exchange.ended) return;
      const readOn = collector.add(new Uint8Array(lentChunk));
      if (!readOn) handle(true);
      else if (isLast && isChunked) setImmediate(afterRest);
      else if (isLast) handle(false);
    });
  }

  #send(native: NativeResponse, request: UwsRequest, response: HttpResponse, close: boolean): void {
    const closing = close || this.#finished !== null;
    if (response === DROPPED) native.close();
    else sendUws(native, response, request.method === "HEAD", closing, (bytes) => this.#begin(native, bytes));
  }

  #begin(native: NativeResponse, bytes: number): () => void {
    const exchange = new Exchange(this.#count);
    const release = this.#unsent.hold(bytes, () => closeQuietly(native));
    return () => {
      release();
      exchange.end();
    };
  }

  readonly #count = (change: 1 | -1): void => {
    this.#underWay += change;
    if (this.#underWay === 0) this.#finished?.();
  };
}

/** A request under way, until it ends or its client is gone. */
class Exchange {
  ended = false;
  readonly end: () => void;

  constructor(count: (change: 1 | -1) => void) {
    count(1);
    this.end = () => {
      if (!this.ended) count(-1);
      this.ended = true;
    };
  }
}

/** Nothing thrown may reach the native caller: it would end the process. */
function guard(native: NativeResponse, work: () => void): void {
  try {
    work();
  } catch {
    closeQuietly(native);
  }
}

/** Closing fails when the answer is out already, or the client gone. */
function closeQuietly(native: NativeResponse): void {
  try {
    native.close();
  } catch {
    // Closed it is, then.
  }
}

function refuse(native: NativeResponse, status: Refusal): void {
  native.writeStatus(`${status} ${reasonOf(status)}`);
  for (const [name, value] of REFUSAL_HEADERS) native.writeHeader(name, value);
  native.end(refusalBody(status), true);
}

/** One look at two headers where there is no body; all of them are read only where there may be one. */
function framingOfRequest(request: UwsRequest, lent: LentRequest): "none" | "body" | Refusal {
  // Heads that arrive in one piece are not held to the limit by the native side.
  if (request.path.length + request.query.length > HEAD_BYTES) return 431;
  if (lent.getHeader("content-length") === "" && lent.getHeader("transfer-encoding") === "") return "none";
  const framing = framingOf(request.header("content-length"), request.header("transfer-encoding"));
  return framing === "unsound" ? 400 : framing;
}
