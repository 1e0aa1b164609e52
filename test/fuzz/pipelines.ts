import type { ListenerName } from "../../transport/adapters/listener-name.ts";
import { type Pipelined, TITLE } from "../arbitraries/hostile/pipelined.ts";
import { type RawReply, statuses, talk } from "../support/requests/raw-socket.ts";
import { exchange } from "../support/vectors/play/exchange.ts";

/** Milliseconds after which a connection that says nothing is not going to. */
const QUIET = 150;

/** Titles have one length, which the heads before them state. */
const LENGTH = TITLE.length;

interface Sent {
  readonly text: string;
  readonly titles: readonly string[];
  /** The first of the requests is a write that is well formed. */
  readonly isWriteFirst: boolean;
  readonly reply: RawReply;
}

/**
 * Requests that were sent in one packet, and their outcomes. Each write in them names itself, so that afterwards the
 * todos of the server tell which writes were carried out.
 */
export class Pipelines {
  readonly #listener: ListenerName;
  readonly #sent: Sent[] = [];
  #titles = 0;

  constructor(listener: ListenerName) {
    this.#listener = listener;
  }

  async send(url: string, { requests }: Pipelined): Promise<void> {
    const titles: string[] = [];
    const named = requests.map((request) => request.replace(TITLE, () => this.#newTitle(titles)));
    const reply = await talk(Number(new URL(url).port), [named.join("")], QUIET);
    this.#sent.push({ text: named.join(""), titles, isWriteFirst: requests[0]?.includes(TITLE) === true, reply });
  }

  /** Writes that were never answered, one per line. */
  async faults(url: string): Promise<readonly string[]> {
    const { body } = await exchange(url, { method: "GET", path: "/todos", headers: {}, body: null });
    const made = new Set((body as readonly { readonly title: string }[]).map(({ title }) => title));
    return this.#sent.flatMap((sent) => {
      const carriedOut = sent.titles.filter((title) => made.has(title)).length;
      const isFault = this.#listener === "node" ? isUntold(sent, carriedOut) : isSmuggled(sent, carriedOut);
      if (!isFault) return [];
      const answers = statuses(sent.reply).join(", ");
      return [`${carriedOut} writes carried out, answers ${answers}: ${JSON.stringify(sent.text.slice(0, 600))}`];
    });
  }

  #newTitle(titles: string[]): string {
    this.#titles += 1;
    const title = this.#titles.toString(36).padStart(LENGTH, "0");
    titles.push(title);
    return title;
  }
}

/** A closed connection answered fewer writes than were carried out. On an open one an answer may still be on its way. */
function isUntold({ reply }: Sent, carriedOut: number): boolean {
  return reply.closed && statuses(reply).filter((status) => status === 201).length < carriedOut;
}

/**
 * A write was carried out behind a request whose answer ended the connection. The parser of uWebSockets.js may replace the
 * answer of a write by its own refusal of what follows (SECURITY.md, "Two listeners"), so more cannot be asked of it.
 */
function isSmuggled({ reply, isWriteFirst }: Sent, carriedOut: number): boolean {
  const isEnded = statuses(reply).length === 1 && /^connection: close\r$/im.test(reply.text);
  return !isWriteFirst && isEnded && carriedOut > 0;
}
