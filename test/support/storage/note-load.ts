import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { withJson } from "../requests/json.ts";
import { TOKEN } from "../servers/cluster-nodes.ts";

/** Milliseconds between a request that failed and the next one of the same client. */
const PAUSE = 20;
/** Milliseconds until an answer is given up: the longest that a node may take to say that it does not know. */
const ANSWER_TIMEOUT = 60_000;

export interface NoteLoadOptions {
  /** Where the next request goes. */
  readonly url: (client: number) => string;
  readonly writers: number;
  readonly readers: number;
}

/** Clients that write notes with unique titles, and others that read, until they are stopped. */
export class NoteLoad {
  /** Titles that were answered with 201. */
  readonly acknowledged: string[] = [];
  /** Titles that were answered with 503, or 507 for want of room: nothing has happened. */
  readonly refused: string[] = [];
  /** Titles of writes whose outcome is not known. */
  readonly doubted: string[] = [];
  /** Reads by status; 0: none. */
  readonly reads = new Map<number, number>();
  /** The longest time between two acknowledged writes, in milliseconds; to be set to 0. */
  longestPause = 0;
  #acknowledgedAt = performance.now();
  #isOver = false;
  readonly #name = randomUUID();
  readonly #clients: Promise<void>[];
  readonly #options: NoteLoadOptions;

  constructor(options: NoteLoadOptions) {
    this.#options = options;
    const { writers, readers } = options;
    this.#clients = [
      ...Array.from({ length: writers }, (_, client) => this.#write(client)),
      ...Array.from({ length: readers }, (_, client) => this.#read(writers + client)),
    ];
  }

  async end(): Promise<void> {
    this.#isOver = true;
    await Promise.all(this.#clients);
  }

  async #write(client: number): Promise<void> {
    for (let at = 0; !this.#isOver; at += 1) {
      const title = `${this.#name} ${client}.${at}`;
      const status = await postNote(this.#options.url(client), title);
      this.#outcome(status).push(title);
      if (status !== 201) await sleep(PAUSE);
      else {
        const now = performance.now();
        this.longestPause = Math.max(this.longestPause, now - this.#acknowledgedAt);
        this.#acknowledgedAt = now;
      }
    }
  }

  #outcome(status: number): string[] {
    if (status === 201) return this.acknowledged;
    return status === 503 || status === 507 ? this.refused : this.doubted;
  }

  async #read(client: number): Promise<void> {
    while (!this.#isOver) {
      const status = await statusOf(`${this.#options.url(client)}/api/notes?pagination[pageSize]=1&sort=id:desc`, {});
      this.reads.set(status, (this.reads.get(status) ?? 0) + 1);
      await sleep(status === 200 ? 5 : PAUSE);
    }
  }
}

/** Status of the answer; 0: none came. */
export function postNote(url: string, title: string): Promise<number> {
  return statusOf(`${url}/api/notes`, withJson("POST", { data: { title } }, { authorization: `Bearer ${TOKEN}` }));
}

async function statusOf(url: string, init: RequestInit): Promise<number> {
  try {
    const reply = await fetch(url, { ...init, signal: AbortSignal.timeout(ANSWER_TIMEOUT) });
    await reply.arrayBuffer();
    return reply.status;
  } catch {
    return 0;
  }
}

export interface Note {
  readonly documentId: string;
  readonly title: string;
}

/** The titles of all notes that a node shows once it has caught up, and their ids. */
export async function notesOf(url: string): Promise<readonly Note[]> {
  for (;;) {
    const reply = await fetch(`${url}/api/notes?pagination[pageSize]=10000000&fields[0]=title&sort=id`, {
      headers: { "x-galley-position": "latest" },
    });
    const { data } = (await reply.json()) as { data: readonly Note[] };
    if (reply.status === 200) return data;
    if (reply.status !== 503) throw new Error(`Notes are answered with ${reply.status}`);
    await sleep(100);
  }
}

export interface Verdict {
  /** Acknowledged, and not there. */
  readonly lost: number;
  /** There more than once. */
  readonly twice: number;
  /** Refused, and there all the same. */
  readonly refusedButThere: number;
  /** Nodes that show something else than the first. */
  readonly different: number;
}

/** The violations, counted. */
export async function judge(load: NoteLoad, urls: readonly string[]): Promise<Verdict> {
  const states: (readonly Note[])[] = [];
  for (const url of urls) states.push(await notesOf(url));
  const titles = states[0]?.map(({ title }) => title) ?? [];
  const there = new Set(titles);
  return {
    lost: load.acknowledged.filter((title) => !there.has(title)).length,
    twice: titles.length - there.size,
    refusedButThere: load.refused.filter((title) => there.has(title)).length,
    different: states.filter((state) => JSON.stringify(state) !== JSON.stringify(states[0])).length,
  };
}
