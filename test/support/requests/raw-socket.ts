import { connect } from "node:net";

export interface RawReply {
  /** Everything the server sent, byte by byte. */
  readonly text: string;
  /** The server closed the connection. */
  readonly closed: boolean;
  /** Milliseconds from connecting to the end, without pauses of this process. */
  readonly took: number;
}

/** A text to send byte by byte, or a pause in milliseconds. */
export type Piece = string | number;

/**
 * Milliseconds from one look at a connection to the next; bytes that came until then are read in between, however late.
 */
const TURN = 10;

/**
 * Sends pieces over a connection of its own and listens until the server closes it, or is quiet for `patience` ms. Only
 * time in which this process runs counts, so that a server in it is never found quiet for want of a processor.
 */
export function talk(port: number, pieces: readonly Piece[], patience = 200): Promise<RawReply> {
  return new Promise((resolve) => {
    const socket = connect(port, "127.0.0.1");
    let text = "";
    let took = 0;
    let quiet = Number.NEGATIVE_INFINITY;
    const end = (closed: boolean) => {
      clearInterval(turns);
      socket.destroy();
      resolve({ text, closed, took });
    };
    const turns = setInterval(() => {
      took += TURN;
      quiet += TURN;
      if (quiet >= patience) end(false);
    }, TURN);
    socket.on("data", (chunk) => {
      text += chunk.toString("latin1");
      quiet = Math.min(quiet, 0);
    });
    socket.on("error", () => {});
    socket.on("close", () => end(true));
    socket.on("connect", async () => {
      for (const piece of pieces) {
        if (typeof piece === "number") await new Promise((resolve) => setTimeout(resolve, piece));
        else if (socket.writable) socket.write(piece, "latin1");
      }
      quiet = 0;
    });
  });
}

/** The status codes of the answers in a text, in order. */
export function statuses({ text }: RawReply): readonly number[] {
  return [...text.matchAll(/HTTP\/1\.1 (\d{3}) /g)].map(([, status]) => Number(status));
}
