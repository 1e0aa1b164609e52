import { connect, type Socket } from "node:net";
import type { Answer, Exchange } from "../support/vectors/play/exchange.ts";
import { AnswerReader, type Whole } from "./answer-reader.ts";

/** A request without a body says nothing about one if its method is among these. */
const WITHOUT_BODY = new Set(["GET", "HEAD", "DELETE", "OPTIONS", "TRACE"]);

/** Milliseconds after which a server counts as stuck, on however busy a machine. */
const STUCK_AFTER = 30_000;

/** A client of one server that keeps its connections, for a fraction of the processor time of `node:http`. */
export class Wire {
  readonly #url: URL;
  readonly #idle: Socket[] = [];

  constructor(url: string) {
    this.#url = new URL(url);
  }

  /** Sends one request and gives its whole answer. Rejects with a `cause` if the connection ends before it. */
  async send(sent: Exchange): Promise<Answer> {
    const bytes = bytesOf(this.#url.host, sent);
    for (;;) {
      const kept = this.#idle.pop();
      const socket = kept ?? connect(Number(this.#url.port), this.#url.hostname).setNoDelay();
      const whole = await talk(socket, bytes, sent.method);
      if (whole?.keeps === true) this.#keep(socket);
      else socket.destroy();
      if (whole !== null) return whole.answer;
      // The server had closed the kept connection as idle.
      if (kept === undefined) throw new Error("closed without an answer", { cause: { code: "ECONNRESET" } });
    }
  }

  /** Closes the connections that are kept. */
  close(): void {
    for (const socket of this.#idle.splice(0)) socket.destroy();
  }

  #keep(socket: Socket): void {
    socket.setTimeout(0);
    // Bytes that nobody has asked for end it.
    socket.on("data", () => socket.destroy());
    socket.on("close", () => {
      const at = this.#idle.indexOf(socket);
      if (at >= 0) this.#idle.splice(at, 1);
    });
    this.#idle.push(socket);
  }
}

/** Null if the connection ends before the first byte of an answer, without another reason. */
function talk(socket: Socket, bytes: Buffer, method: string): Promise<Whole | null> {
  return new Promise((resolve, reject) => {
    const reader = new AnswerReader(method);
    let failure: NodeJS.ErrnoException | undefined;
    const end = (whole: Whole | null | Error) => {
      socket.removeAllListeners().on("error", () => {});
      if (whole instanceof Error) reject(whole);
      else resolve(whole);
    };
    socket.removeAllListeners();
    socket.setTimeout(STUCK_AFTER, () => end(new Error(`no answer in ${STUCK_AFTER} ms`)));
    socket.on("data", (chunk) => {
      try {
        const whole = reader.add(chunk);
        if (whole !== null) end(whole);
      } catch (error) {
        end(error as Error);
      }
    });
    socket.on("error", (error) => {
      failure = error;
    });
    socket.on("close", () => {
      const whole = reader.end();
      if (whole !== null || (reader.isEmpty && isClosed(failure))) end(whole);
      else end(new Error(failure?.message ?? "closed within an answer", { cause: failure }));
    });
    socket.write(bytes);
  });
}

/** The other end has closed the connection, in order or not. */
function isClosed(failure: NodeJS.ErrnoException | undefined): boolean {
  return failure === undefined || failure.code === "EPIPE" || failure.code === "ECONNRESET";
}

function bytesOf(host: string, { method, path, headers, body }: Exchange): Buffer {
  const lines = [`${method} ${path} HTTP/1.1`, `host: ${host}`, "connection: keep-alive"];
  for (const [name, value] of Object.entries(headers))
    for (const each of typeof value === "string" ? [value] : value) lines.push(`${name}: ${each}`);
  if (body !== null) lines.push(`content-length: ${body.length}`);
  else if (!WITHOUT_BODY.has(method)) lines.push("content-length: 0");
  const head = Buffer.from(`${lines.join("\r\n")}\r\n\r\n`, "latin1");
  return body === null ? head : Buffer.concat([head, body]);
}
