import { setTimeout } from "node:timers/promises";
import { isPromise } from "../../../engine/internal.ts";
import type { Handler, HttpRequest, HttpResponse, Listener, Listening, ListenOptions } from "../../http/port.ts";

/** Answers the requests of a socket. */
interface Served {
  readonly handler: Handler;
  readonly options: ListenOptions;
}

/** A listening socket, whichever handler answers. */
interface Socket {
  served: Served;
  readonly listening: Listening;
}

/** Methods of requests that change nothing. */
const READS: ReadonlySet<string> = new Set(["GET", "HEAD", "OPTIONS"]);

/**
 * A listener that can hand its sockets from one handler to the next: who listens on a port that it already has open gets
 * the requests from the next one on, and no connection is closed. The first handler's `bodyBytes` applies to
 * all.
 */
export class HandoverListener implements Listener {
  readonly name: Listener["name"];
  readonly #listener: Listener;
  /** By host and port. */
  readonly #sockets = new Map<string, Socket>();
  #held: Promise<void> | null = null;
  #underWay = 0;

  constructor(listener: Listener) {
    this.name = listener.name;
    this.#listener = listener;
  }

  async listen(handler: Handler, options: ListenOptions): Promise<Listening> {
    const served: Served = { handler, options };
    const socket = this.#sockets.get(keyOf(options.host, options.port)) ?? (await this.#open(served));
    socket.served = served;
    const { port } = socket.listening;
    return {
      port,
      close: async () => {
        // Another handler has taken over the socket.
        if (socket.served !== served) return;
        this.#sockets.delete(keyOf(options.host, port));
        await socket.listening.close();
      },
    };
  }

  /** Delays requests that may write until the returned function is called. */
  hold(): () => void {
    let release = (): void => {};
    this.#held = new Promise((resolve) => {
      release = resolve;
    });
    return () => {
      this.#held = null;
      release();
    };
  }

  /** Resolves when only requests delayed by `hold` are in progress, or after this many milliseconds. */
  async idle(patience: number): Promise<void> {
    const end = performance.now() + patience;
    while (this.#underWay > 0 && performance.now() < end) await setTimeout(POLLED_AFTER);
  }

  async #open(served: Served): Promise<Socket> {
    const { options } = served;
    const socket: { served: Served } = { served };
    const listening = await this.#listener.listen((request) => this.#answer(socket, request), {
      ...options,
      bodyLimit: (head) => socket.served.options.bodyLimit(head),
      streams: (head) => socket.served.options.streams?.(head) ?? false,
    });
    const opened: Socket = Object.assign(socket, { listening });
    this.#sockets.set(keyOf(options.host, listening.port), opened);
    return opened;
  }

  #answer(socket: { readonly served: Served }, request: HttpRequest): HttpResponse | Promise<HttpResponse> {
    if (this.#held !== null && !READS.has(request.method)) {
      return this.#held.then(() => this.#answer(socket, request));
    }
    const answer = socket.served.handler(request);
    if (!isPromise(answer)) return answer;
    this.#underWay++;
    return answer.finally(() => {
      this.#underWay--;
    });
  }
}

/** Milliseconds. */
const POLLED_AFTER = 10;

function keyOf(host: string, port: number): string {
  return `${host} ${port}`;
}
