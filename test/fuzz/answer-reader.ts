import type { Answer } from "../support/vectors/play/exchange.ts";

/** An answer that has come to its end. */
export interface Whole {
  readonly answer: Answer;
  /** The server keeps the connection for another request. */
  readonly keeps: boolean;
}

interface Head {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
}

/** Where the body ends: after so many bytes, after its last chunk, or with the connection. */
type Framing = number | "chunked" | "to the end";

const HEAD_END = "\r\n\r\n";
const LAST_CHUNK = "\r\n0\r\n\r\n";

/** Reads the answer to one request, strictly: whatever is not HTTP/1.1 is an error, and so are bytes after the answer. */
export class AnswerReader {
  readonly #method: string;
  readonly #body: Buffer[] = [];
  #length = 0;
  #head: Head | null = null;
  #framing: Framing = 0;

  /** `method`: of the request. */
  constructor(method: string) {
    this.#method = method;
  }

  get isEmpty(): boolean {
    return this.#length === 0 && this.#head === null;
  }

  /**
   * The answer if these bytes complete it.
   *
   * @throws Error for bytes that are no answer.
   */
  add(bytes: Buffer): Whole | null {
    this.#body.push(bytes);
    this.#length += bytes.length;
    if (this.#head === null) this.#readHead();
    return this.#head !== null && this.#isComplete() ? this.#whole(this.#head) : null;
  }

  /** The answer if it ends with the connection. */
  end(): Whole | null {
    return this.#head !== null && this.#framing === "to the end" ? this.#whole(this.#head) : null;
  }

  #readHead(): void {
    const heard = Buffer.concat(this.#body.splice(0));
    const end = heard.indexOf(HEAD_END);
    const rest = end < 0 ? heard : heard.subarray(end + HEAD_END.length);
    this.#length = rest.length;
    this.#body.push(rest);
    if (end < 0) return;
    const head = headOf(heard.toString("latin1", 0, end));
    if (head.status < 200) {
      // Another one follows.
      this.#readHead();
    } else {
      this.#head = head;
      this.#framing = framingOf(this.#method, head);
    }
  }

  #isComplete(): boolean {
    if (typeof this.#framing !== "number") {
      if (this.#framing === "to the end") return false;
      const last = this.#body.at(-1) ?? Buffer.alloc(0);
      const tail = last.length >= LAST_CHUNK.length ? last : Buffer.concat(this.#body);
      return `\r\n${tail.toString("latin1", Math.max(0, tail.length - LAST_CHUNK.length))}`.endsWith(LAST_CHUNK);
    }
    if (this.#length > this.#framing) throw new Error(`${this.#length - this.#framing} bytes after the answer`);
    return this.#length === this.#framing;
  }

  #whole({ status, headers }: Head): Whole {
    const bytes = Buffer.concat(this.#body);
    const text = (this.#framing === "chunked" ? joined(bytes) : bytes).toString("utf8");
    const keeps = this.#framing !== "to the end" && !/\bclose\b/i.test(headers.connection ?? "");
    return { answer: new ReadAnswer(status, headers, text), keeps };
  }
}

/** Its body is parsed when somebody asks for it. */
class ReadAnswer implements Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string;

  constructor(status: number, headers: Readonly<Record<string, string>>, text: string) {
    this.status = status;
    this.headers = headers;
    this.text = text;
  }

  get body(): unknown {
    try {
      return JSON.parse(this.text);
    } catch {
      return undefined;
    }
  }
}

function headOf(text: string): Head {
  const [first = "", ...lines] = text.split("\r\n");
  const status = Number(/^HTTP\/1\.1 (\d{3})(?: |$)/.exec(first)?.[1]);
  if (Number.isNaN(status)) throw new Error(`no answer: ${JSON.stringify(first.slice(0, 200))}`);
  const headers: Record<string, string> = Object.create(null);
  for (const line of lines) {
    const [, name = "", value = ""] = /^([!#$%&'*+.^`|~\w-]+):[ \t]*([^\0\r\n]*)$/.exec(line) ?? [];
    if (name === "") throw new Error(`no header: ${JSON.stringify(line.slice(0, 200))}`);
    const key = name.toLowerCase();
    headers[key] = key in headers ? `${headers[key]}, ${value}` : value;
  }
  return { status, headers };
}

function framingOf(method: string, { status, headers }: Head): Framing {
  // A head that is too long is refused before its method is known.
  if ((method === "HEAD" && status !== 431) || status === 204 || status === 304) return 0;
  if (headers["transfer-encoding"] !== undefined) return "chunked";
  const length = headers["content-length"];
  if (length === undefined) return "to the end";
  if (!/^\d+$/.test(length)) throw new Error(`content-length: ${length}`);
  return Number(length);
}

/** The content of chunks. */
function joined(bytes: Buffer): Buffer {
  const parts: Buffer[] = [];
  for (let at = 0; ; ) {
    const end = bytes.indexOf("\r\n", at);
    const length = Number.parseInt(bytes.toString("latin1", at, end), 16);
    if (end < 0 || !(length >= 0)) throw new Error("no chunk");
    if (length === 0) return Buffer.concat(parts);
    parts.push(bytes.subarray(end + 2, end + 2 + length));
    at = end + 4 + length;
  }
}
