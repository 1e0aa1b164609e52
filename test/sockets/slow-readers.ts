import { connect, type Socket } from "node:net";

/** Bytes that one reader takes in a second. */
const PACE = 1000;

/** Clients that ask for a large answer and read a kilobyte of it a second. */
export class SlowReaders {
  readonly #sockets: readonly Socket[];
  readonly #turns: NodeJS.Timeout;

  constructor(port: number, path: string, count: number) {
    this.#sockets = Array.from({ length: count }, () => {
      const socket = connect(port, "127.0.0.1");
      socket.on("error", () => {});
      socket.write(`GET ${path} HTTP/1.1\r\nHost: a\r\n\r\n`);
      return socket;
    });
    this.#turns = setInterval(() => {
      for (const socket of this.#sockets) socket.read(PACE);
    }, 1000);
  }

  /** How many the server has not closed. */
  end(): number {
    clearInterval(this.#turns);
    const open = this.#sockets.filter((socket) => !socket.destroyed).length;
    for (const socket of this.#sockets) socket.destroy();
    return open;
  }
}
