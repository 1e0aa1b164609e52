import { connect, type Socket } from "node:net";

/** The bytes that one socket sends: at once, and then a piece each second. */
interface Slowness {
  readonly first: string;
  readonly drip: string;
}

const HEAD = "GET /api/authors HTTP/1.1\r\nHost: a\r\n";

const KINDS: readonly Slowness[] = [
  { first: HEAD, drip: "X: y\r\n" },
  { first: "POST /api/posts HTTP/1.1\r\nHost: a\r\nContent-Length: 5000\r\n\r\n", drip: "x" },
  { first: `${HEAD}\r\n`, drip: "" },
  { first: "", drip: "" },
];

interface SlowSocket {
  readonly socket: Socket;
  readonly drip: string;
  readonly opened: number;
}

/**
 * Clients that hold their connections and hardly use them: slow heads, slow bodies, idle after a request or from the
 * start. Each that is cut off comes again.
 */
export class SlowSockets {
  /** How many the server has closed. */
  closed = 0;
  #longest = 0;
  #ended = false;
  readonly #open = new Set<SlowSocket>();
  readonly #drips: NodeJS.Timeout;

  constructor(port: number, count: number) {
    // One by one: beyond the system's queue a socket seems open, and the server never hears of it.
    for (let at = 0; at < count; at++) {
      setTimeout(() => this.#add(port, KINDS[at % KINDS.length] ?? { first: "", drip: "" }), at);
    }
    this.#drips = setInterval(() => {
      for (const { socket, drip } of this.#open) if (drip !== "" && socket.writable) socket.write(drip);
    }, 1000);
  }

  /** Milliseconds that the one lived which lived longest, dead or alive. */
  get longest(): number {
    return Math.max(this.#longest, ...[...this.#open].map(age));
  }

  end(): void {
    this.#ended = true;
    clearInterval(this.#drips);
    for (const { socket } of this.#open) socket.destroy();
  }

  #add(port: number, kind: Slowness): void {
    const socket = connect(port, "127.0.0.1", () => {
      if (this.#ended) return void socket.destroy();
      const slow = { socket, drip: kind.drip, opened: performance.now() };
      this.#open.add(slow);
      socket.write(kind.first);
      socket.on("close", () => {
        if (this.#ended) return;
        this.closed += 1;
        this.#longest = Math.max(this.#longest, age(slow));
        this.#open.delete(slow);
        this.#add(port, kind);
      });
    });
    socket.resume();
    socket.on("error", () => {});
  }
}

function age({ opened }: SlowSocket): number {
  return performance.now() - opened;
}
