import type { HttpRequest as LentRequest, HttpResponse as NativeResponse } from "uWebSockets.js";
import { setImmediate } from "node:timers";
import { isPromise } from "../../../engine/internal.ts";
import { HttpError } from "../../http/http-error.ts";
import { type Handler, type HttpResponse, isDropped, type ListenOptions } from "../../http/port.ts";
import { BodyBudget } from "../shared/body-budget.ts";
import { BodyCollector } from "../shared/body-collector.ts";
import { framingOf } from "../shared/framing.ts";
import { BODY_BYTES, CLOSE_GRACE, HEAD_BYTES, UNSENT_BYTES } from "../shared/limits.ts";
import { type Refusal, reasonPhrase, refusalBody, refusalHeaders } from "../shared/refusal.ts";
import { StreamedBody } from "../shared/streamed-body.ts";
import { Unsent } from "../shared/unsent.ts";
import { UwsRequest } from "./uws-request.ts";
import { type Ending, endAndClose, isClosable, refuseHead, sendUws } from "./uws-response.ts";

/**
 * Answers the requests of one listening app and tracks those in progress. The usual case, a request without a body
 * that is answered at once, costs no bookkeeping.
 */
export class UwsServer {
  readonly #handler: Handler;
  readonly #options: ListenOptions;
  readonly #bodies: BodyBudget;
  readonly #unsent = new Unsent(UNSENT_BYTES);
  /** Requests whose body is being read, or whose answer is awaited or being written. */
  #underWay = 0;
  #finished: (() => void) | null = null;
  /** Address of a connection that is about to close; see `#endConnection`. */
  #ended: string | null = null;

  constructor(handler: Handler, options: ListenOptions) {
    this.#handler = handler;
    this.#options = options;
    this.#bodies = new BodyBudget(options.bodyBytes ?? BODY_BYTES);
  }

  answer(native: NativeResponse, lent: LentRequest, method: string): void {
    try {
      if (this.#ended !== null && this.#ended === addressOf(native)) {
        // The native side passes nothing on behind an unanswered request: the next request belongs to another
        // connection.
        this.#ended = null;
        leave(native);
        return;
      }
      const request = new UwsRequest(native, lent, method);
      const framing = framingOf(request.fields, false);
      const ending = endingOf(request);
      // The native side does not enforce the limit on heads that arrive in one piece.
      if (request.path.length + request.query.length > HEAD_BYTES) this.#refuse(native, request, 431);
      else if (framing === "unsound") this.#refuse(native, request, 400);
      else if (framing === "none") this.#handle(native, request, ending);
      else if (this.#options.streams?.(request)) this.#streamBody(native, request, ending);
      else this.#readBody(native, request, ending);
    } catch {
      closeQuietly(native);
    }
  }

  /** Call with 1 when a connection opens, with -1 when it has closed. */
  connectionsChanged(change: number): void {
    if (change < 0) this.#ended = null;
  }

  /** Resolves when nothing is in progress any more, at the latest after the grace period. */
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

  /** `release`: called when the body is no longer needed. */
  #handle(native: NativeResponse, request: UwsRequest, ending: Ending, release: () => void = NOTHING): void {
    const answered = this.#handler(request);
    if (isPromise(answered)) {
      request.keep();
      this.#answerLater(native, request, answered, { ending: () => ending, release });
    } else {
      release();
      if (leavesClosing(request, answered, ending))
        this.#answerLater(native, request, Promise.resolve(answered), { ending: () => ending });
      else this.#send(native, request, answered, ending);
    }
  }

  /** Sends an answer asynchronously, unless its client has gone by then. */
  #answerLater(native: NativeResponse, request: UwsRequest, answered: Promise<HttpResponse>, later: Later): void {
    const exchange = new Exchange(this.#count);
    native.onAborted(() => {
      exchange.end();
      request.abort();
      later.gone?.();
    });
    const finish = (act: () => void): void => {
      if (!exchange.ended) guard(native, act);
      exchange.end();
    };
    answered.then(
      (response) => {
        later.release?.();
        const ending = later.ending();
        const send = (): void => finish(() => native.cork(() => this.#send(native, request, response, ending)));
        if (leavesClosing(request, response, ending)) setImmediate(send);
        else send();
      },
      () => {
        later.release?.();
        finish(() => native.close());
      },
    );
  }

  #readBody(native: NativeResponse, request: UwsRequest, ending: Ending): void {
    const exchange = new Exchange(this.#count);
    const collector = new BodyCollector(this.#options.bodyLimit(request), this.#bodies);
    native.onAborted(() => {
      exchange.end();
      collector.release();
    });
    const handle = (endsSo: Ending): void => {
      if (exchange.ended) return;
      request.body = collector.body;
      guard(native, () => this.#handle(native, request, endsSo, () => collector.release()));
      exchange.end();
    };
    const end = ending === "asked" ? "asked" : "decided";
    // The native side trusts the ends of chunks. If one is wrong, it usually finds a malformed request behind the body, and
    // cuts the client off before this runs.
    const afterRest = (): void => {
      if (!exchange.ended) native.cork(() => handle(end));
    };
    const isChunked = request.header("transfer-encoding") !== undefined;
    native.onData((lentChunk, isLast) => {
      if (exchange.ended) return;
      const wanted = collector.add(new Uint8Array(lentChunk));
      if (wanted === "no room") {
        exchange.end();
        guard(native, () => this.#refuse(native, request, 503));
      } else if (wanted === "enough") handle(end);
      else if (isLast && isChunked) setImmediate(afterRest);
      else if (isLast) handle(ending);
    });
  }

  /** Lets the handler read the body as a stream. */
  #streamBody(native: NativeResponse, request: UwsRequest, ending: Ending): void {
    request.keep();
    let isGone = false;
    const body = new StreamedBody(this.#options.bodyLimit(request), this.#bodies, {
      pause: () => native.pause(),
      resume: () => {
        if (!isGone) native.resume();
      },
    });
    request.body = body;
    native.onData((lentChunk, isLast) => {
      body.push(new Uint8Array(lentChunk.slice(0)));
      if (isLast) body.end();
    });
    const isChunked = request.header("transfer-encoding") !== undefined;
    const end = ending === "asked" ? "asked" : "decided";
    let endsSo: Ending = end;
    const whole = async (): Promise<HttpResponse> => {
      const response = await this.#handler(request);
      const isWhole = await body.discardRest();
      if (isWhole && !isChunked) endsSo = ending;
      return response;
    };
    const gone = (): void => {
      isGone = true;
      body.fail(new HttpError("malformed body", "the body breaks off"));
      body.end();
    };
    this.#answerLater(native, request, whole(), { ending: () => endsSo, gone });
  }

  #send(native: NativeResponse, request: UwsRequest, response: HttpResponse, ending: Ending): void {
    if (isDropped(response)) {
      native.close();
      return;
    }
    const endsSo = ending === "no" && this.#finished !== null ? "decided" : ending;
    if (endsSo !== "no" && !leavesClosing(request, response, endsSo)) this.#endConnection(native);
    const isOut = sendUws(native, response, request.method === "HEAD", endsSo, (bytes) => this.#begin(native, bytes));
    // The native side passes nothing on until an answer is out.
    if (!isOut) this.#ended = null;
  }

  #refuse(native: NativeResponse, { method }: UwsRequest, status: Refusal): void {
    this.#endConnection(native);
    native.writeStatus(`${status} ${reasonPhrase(status)}`);
    for (const [name, value] of refusalHeaders(status)) native.writeHeader(name, value);
    if (method === "HEAD") refuseHead(native, refusalBody(status));
    else endAndClose(native, refusalBody(status));
  }

  /**
   * Call before an answer with which a connection closes. By then the native side has parsed the rest of the packet,
   * passes it on at once, and forgets that it was to close. It closes, and reports it, before it turns to another
   * connection, unless the client has not taken earlier answers: hence the address, and an explicit close.
   */
  #endConnection(native: NativeResponse): void {
    const ended = addressOf(native);
    this.#ended = ended;
    setImmediate(() => {
      if (this.#ended === ended) this.#ended = null;
    });
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

const NOTHING = (): void => {};

/** The state of an answer that is awaited. */
interface Later {
  /** How the connection is to end, asked when the answer is there. */
  readonly ending: () => Ending;
  /** Called when the answer is there: the body is needed no more. */
  readonly release?: () => void;
  /** Called if the client goes first. */
  readonly gone?: () => void;
}

/** A request in progress, until it ends or its client is gone. */
class Exchange {
  ended = false;
  readonly #count: (change: 1 | -1) => void;

  constructor(count: (change: 1 | -1) => void) {
    this.#count = count;
    count(1);
  }

  end(): void {
    if (!this.ended) this.#count(-1);
    this.ended = true;
  }
}

/** No exception may reach the native caller: it would end the process. */
function guard(native: NativeResponse, work: () => void): void {
  try {
    work();
  } catch {
    closeQuietly(native);
  }
}

/** Closing throws if the answer is out already, or the client gone. */
function closeQuietly(native: NativeResponse): void {
  try {
    native.close();
  } catch {
    // Then it is closed already.
  }
}

/**
 * The connection closes with an answer that cannot close it. Waits until the packet of its request is parsed: the native
 * side processes nothing behind an unanswered request.
 */
function leavesClosing(request: UwsRequest, { body }: HttpResponse, ending: Ending): boolean {
  return ending === "decided" && !isClosable(body, request.method === "HEAD");
}

/**
 * Neither carries a request out nor answers it; the earlier answer goes out first. With another request behind it, the
 * native side closes at once, and that answer is lost.
 */
function leave(native: NativeResponse): void {
  let isGone = false;
  native.onAborted(() => {
    isGone = true;
  });
  setImmediate(() => {
    if (!isGone) closeQuietly(native);
  });
}

function addressOf(native: NativeResponse): string {
  return Buffer.from(native.getRemoteAddress()).toString("latin1");
}

const CLOSE = /(?:^|,)[ \t]*close[ \t]*(?:,|$)/i;

/** The native side takes any value of this length for `close`, and accepts no other. */
const NATIVE_CLOSE_LENGTH = 5;

function endingOf(request: UwsRequest): Ending {
  const asked = request.header("connection");
  if (asked === undefined) return "no";
  if (asked.length === NATIVE_CLOSE_LENGTH) return "asked";
  return CLOSE.test(asked) ? "decided" : "no";
}
