import { setTimeout } from "node:timers/promises";
import { withJson } from "../support/requests/json.ts";

/** The answers that clients got, and thus the content that must exist. */
export type Told = Pick<Load, "acknowledged" | "seen" | "todos">;

/** Answers and reads of the clients of a server that is about to be killed. */
export class Load {
  /** Title of each book that was acknowledged, by documentId. */
  readonly acknowledged: Map<string, string>;
  /** Books that a reader was shown. */
  readonly seen: Set<string>;
  /** Title of each todo that was acknowledged, by id. */
  readonly todos: Map<number, string>;
  #titles = 0;
  #isOver = false;

  constructor(before: Told = { acknowledged: new Map(), seen: new Set(), todos: new Map() }) {
    this.acknowledged = new Map(before.acknowledged);
    this.seen = new Set(before.seen);
    this.todos = new Map(before.todos);
  }

  /** The answers up to now. */
  soFar(): Told {
    return new Load(this);
  }

  /**
   * Begins with a first write; then many clients write and read until the server is gone. Each book has a text of so many
   * letters.
   */
  async begin(url: string, round: number, clients: number, letters = 0): Promise<{ readonly ended: Promise<unknown> }> {
    const author = await post(`${url}/api/authors`, { data: { name: `author ${round}`, status: "published" } });
    const writers = Array.from({ length: clients }, () => this.#write(url, round, author.data.documentId, letters));
    this.#isOver = false;
    const ended = Promise.all([...writers, this.#read(url)]).finally(() => {
      this.#isOver = true;
    });
    return { ended };
  }

  /** Waits until some more books and todos were acknowledged and some more books were shown, or all is over. */
  async progress(): Promise<void> {
    const told = () => [this.acknowledged.size, this.todos.size, this.seen.size];
    const before = told();
    while (!this.#isOver && told().some((count, at) => count === before[at])) await setTimeout(5);
  }

  async #write(url: string, round: number, author: string, letters: number): Promise<void> {
    for (;;) {
      this.#titles += 1;
      const title = `round ${round} title ${this.#titles}`;
      if (this.#titles % 4 === 0) {
        const todo = await post(`${url}/todos`, { title });
        if (todo === null) return;
        const before = this.todos.get(todo.id);
        if (before !== undefined) throw new Error(`todo ${todo.id} was ${before} and is ${title}`);
        this.todos.set(todo.id, title);
      } else {
        const data = { title, author, text: title.padEnd(letters, "x"), status: "published" };
        const book = await post(`${url}/api/books`, { data });
        if (book === null) return;
        this.acknowledged.set(book.data.documentId, title);
      }
    }
  }

  async #read(url: string): Promise<void> {
    for (;;) {
      const page = await answer(fetch(`${url}/api/books?fields=title&sort=id:desc&pagination[pageSize]=10`));
      if (page === null) return;
      for (const { documentId } of page.data) this.seen.add(documentId);
    }
  }
}

function post(url: string, body: unknown) {
  return answer(fetch(url, withJson("POST", body)));
}

/** The body of a good answer; null when the server has gone. Anything else is a failure. */
async function answer(asked: Promise<Response>) {
  let response: Response;
  let text: string;
  try {
    response = await asked;
    text = await response.text();
  } catch {
    return null;
  }
  if (!response.ok) throw new Error(`${response.status}: ${text}`);
  return JSON.parse(text);
}
