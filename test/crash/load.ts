import { setTimeout } from "node:timers/promises";

/** What the clients of a server that is about to be killed were told, or have read. */
export class Load {
  /** Title of each book that was acknowledged, by documentId. */
  readonly acknowledged = new Map<string, string>();
  /** Books that a reader was shown. */
  readonly seen = new Set<string>();
  /** Title of each todo that was acknowledged, by id. */
  readonly todos = new Map<number, string>();
  #titles = 0;

  /** Begins with a first write; then many clients write and read until the server is gone. */
  async begin(url: string, round: number, clients: number): Promise<{ readonly ended: Promise<unknown> }> {
    const author = await post(`${url}/api/authors`, { data: { name: `author ${round}`, status: "published" } });
    const writers = Array.from({ length: clients }, () => this.#write(url, round, author.data.documentId));
    return { ended: Promise.all([...writers, this.#read(url)]) };
  }

  /** Waits until some more was acknowledged, or for as long as a slow machine may need for it. */
  async progress(): Promise<void> {
    const told = () => this.acknowledged.size + this.todos.size + this.seen.size;
    const before = told();
    for (let waited = 0; waited < 5000 && told() === before; waited += 10) await setTimeout(10);
  }

  async #write(url: string, round: number, author: string): Promise<void> {
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
        const book = await post(`${url}/api/books`, { data: { title, author, status: "published" } });
        if (book === null) return;
        this.acknowledged.set(book.data.documentId, title);
      }
    }
  }

  async #read(url: string): Promise<void> {
    for (;;) {
      const page = await answer(fetch(`${url}/api/books?sort=id:desc&pagination[pageSize]=10`));
      if (page === null) return;
      for (const { documentId } of page.data) this.seen.add(documentId);
    }
  }
}

function post(url: string, body: unknown) {
  const headers = { "content-type": "application/json" };
  return answer(fetch(url, { method: "POST", headers, body: JSON.stringify(body) }));
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
