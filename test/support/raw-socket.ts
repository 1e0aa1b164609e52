import { connect } from "node:net";

export interface RawReply {
  /** Everything the server sent, byte by byte. */
  readonly text: string;
  /** The server closed the connection. */
  readonly closed: boolean;
  /** Milliseconds from connecting to the end. */
  readonly took: number;
}

/** What to send: texts, byte by byte, and pauses in milliseconds. */
export type Piece = string | number;

/** Sends pieces over a connection of its own and listens until the server closes it, or is quiet for `patience` ms. */
export function talk(port: number, pieces: readonly Piece[], patience = 200): Promise<RawReply> {
  return new Promise((resolve) => {
    const socket = connect(port, "127.0.0.1");
    const started = performance.now();
    let text = "";
    let timer: NodeJS.Timeout | null = null;
    const end = (closed: boolean) => {
      if (timer !== null) clearTimeout(timer);
      socket.destroy();
      resolve({ text, closed, took: performance.now() - started });
    };
    const wait = () => {
      if (timer !== null) clearTimeout(timer);
      timer = setTimeout(() => end(false), patience);
    };
    socket.on("data", (chunk) => {
      text += chunk.toString("latin1");
      if (timer !== null) wait();
    });
    socket.on("error", () => {});
    socket.on("close", () => end(true));
    socket.on("connect", async () => {
      for (const piece of pieces) {
        if (typeof piece === "number") await new Promise((resolve) => setTimeout(resolve, piece));
        else if (socket.writable) socket.write(piece, "latin1");
      }
      wait();
    });
  });
}

/** The status codes of the answers in a text, in order. */
export function statuses({ text }: RawReply): readonly number[] {
  return [...text.matchAll(/HTTP\/1\.1 (\d{3}) /g)].map(([, status]) => Number(status));
}
