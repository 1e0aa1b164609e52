import { setTimeout } from "node:timers/promises";
import { Caller } from "../support/requests/caller.ts";
import type { Reply } from "../support/requests/reply.ts";

/** Requests a second of one client at most: the server is never overloaded, so that its response times are meaningful. */
const PACE = 50;

/** Clients that read, change, publish, make and delete books; there are as many afterwards as before. */
export class MixedLoad {
  /** Answers that were not good. */
  readonly failures: string[] = [];
  #times: number[] = [];
  #count = 0;
  readonly #caller: Caller;
  #ids: readonly string[] = [];

  constructor(url: string) {
    this.#caller = new Caller(url);
  }

  /** Makes the books and some authors. */
  async fill(books: number): Promise<void> {
    const authors: string[] = [];
    for (let at = 0; at < 10; at += 1) authors.push(await this.#create("authors", { name: `author ${at}` }));
    const ids: string[] = [];
    for (let at = 0; at < books; at += 1) {
      ids.push(await this.#create("books", { title: `book ${at}`, author: authors[at % authors.length] }));
    }
    this.#ids = ids;
  }

  async run(clients: number, seconds: number): Promise<void> {
    const end = performance.now() + seconds * 1000;
    const client = async (): Promise<void> => {
      while (performance.now() < end) {
        const begun = performance.now();
        await this.#step();
        await setTimeout(Math.max(0, begun + 1000 / PACE - performance.now()));
      }
    };
    await Promise.all(Array.from({ length: clients }, client));
  }

  /** Milliseconds of each answer since this was last asked, sorted. */
  takeTimes(): readonly number[] {
    const times = this.#times.sort((one, other) => one - other);
    this.#times = [];
    return times;
  }

  async #step(): Promise<void> {
    this.#count += 1;
    const count = this.#count;
    const id = this.#ids[count % this.#ids.length];
    switch (count % 8) {
      case 0:
        return this.#timed(() => this.#caller.get(`/api/books/${id}?populate=author`));
      case 1:
        return this.#timed(() => this.#caller.get(`/api/books?sort=title:desc&pagination[page]=${1 + (count % 7)}`));
      case 2:
        return this.#timed(() => this.#caller.get(`/api/books?filters[title][$contains]=${count % 100}&populate=*`));
      case 3:
        return this.#timed(() => this.#caller.get(`/api/authors?filters[books][title]=book ${count % 100}`));
      case 4:
        return this.#makeAndDelete(count);
      case 5:
        return this.#timed(() => this.#caller.put(`/api/books/${id}`, { data: { title: `draft ${count}` } }));
      default:
        return this.#timed(() =>
          this.#caller.put(`/api/books/${id}`, { data: { title: `title ${count}` }, status: "published" }),
        );
    }
  }

  async #makeAndDelete(count: number): Promise<void> {
    const id = await this.#create("books", { title: `for a moment ${count}` });
    await this.#timed(() => this.#caller.delete(`/api/books/${id}`));
  }

  async #create(plural: string, values: object): Promise<string> {
    let id = "";
    await this.#timed(async () => {
      const reply = await this.#caller.post(`/api/${plural}`, { data: { ...values, status: "published" } });
      id = String(reply.entry.documentId);
      return reply;
    });
    return id;
  }

  async #timed(send: () => Promise<Reply>): Promise<void> {
    const begun = performance.now();
    const { status, text } = await send();
    this.#times.push(performance.now() - begun);
    if (status >= 300) this.failures.push(`${status} ${text}`);
  }
}
