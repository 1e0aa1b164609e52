import { connect, type Socket } from "node:net";

export interface SentRequest {
  readonly method: string;
  readonly path: string;
  /** JSON; empty if there is none. */
  readonly body: string;
}

/** The bytes of a request on a connection that is kept open. */
export function requestBytes({ method, path, body }: SentRequest, token: string | null): Buffer {
  const head = [
    `${method} ${path} HTTP/1.1`,
    "host: localhost",
    ...(token === null ? [] : [`authorization: Bearer ${token}`]),
    ...(body === "" ? [] : ["content-type: application/json", `content-length: ${Buffer.byteLength(body)}`]),
  ];
  return Buffer.from(`${head.join("\r\n")}\r\n\r\n${body}`);
}

/** A client that sends a given number of requests: with fixed rounds, two servers answer exactly the same. */
export class KeepAliveClient {
  readonly #port: number;
  #sockets: readonly Socket[];

  /** `clients`: number of connections, each with one request under way. */
  constructor(port: number, clients: number) {
    this.#port = port;
    this.#sockets = Array.from({ length: clients }, () => this.#connect());
  }

  /** Sends all requests, each as soon as a connection is free. Rejects an answer with an error. */
  async send(requests: readonly Buffer[]): Promise<void> {
    const left = requests.values();
    // A server closes connections that are idle for long, as while another server takes its turn on a busy machine.
    this.#sockets = this.#sockets.map((socket) => (socket.destroyed ? this.#connect() : socket));
    await Promise.all(
      this.#sockets.map(async (socket) => {
        for (const request of left) await exchange(socket, request);
      }),
    );
  }

  close(): void {
    for (const socket of this.#sockets) socket.destroy();
  }

  #connect(): Socket {
    return connect(this.#port, "127.0.0.1").setNoDelay(true);
  }
}

const HEAD_END = "\r\n\r\n";

function exchange(socket: Socket, request: Buffer): Promise<void> {
  return new Promise((resolve, reject) => {
    let head = "";
    let left = Number.NaN;
    const settle = (fault: Error | null): void => {
      socket.off("data", read).off("error", settle).off("close", closed);
      if (fault === null) resolve();
      else reject(fault);
    };
    const closed = (): void => settle(new Error("the server closed the connection"));
    const read = (chunk: Buffer): void => {
      if (Number.isNaN(left)) {
        head += chunk.toString("latin1");
        const end = head.indexOf(HEAD_END);
        if (end === -1) return;
        if (Number(head.slice(9, 12)) >= 400) {
          settle(new Error(head.slice(0, 2_000)));
          return;
        }
        left = end + HEAD_END.length + Number(/\r\ncontent-length: (\d+)/i.exec(head)?.[1] ?? 0) - head.length;
      } else left -= chunk.length;
      if (left <= 0) settle(null);
    };
    socket.on("data", read).on("error", settle).on("close", closed);
    socket.write(request);
  });
}
