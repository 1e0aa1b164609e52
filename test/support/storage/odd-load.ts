import { TOKEN } from "../servers/cluster-nodes.ts";

/** The outcome of one write of a kind. */
type Outcome = "acknowledged" | "refused" | "doubted";

/** Milliseconds of the longest wait for an answer, and for what. */
export interface LongestWait {
  readonly took: number;
  readonly what: string;
}

export const NO_WAIT: LongestWait = { took: 0, what: "" };

/** Clients that sign up and upload, which do more than one thing for each answer. */
export class OddLoad {
  readonly signUps: Record<Outcome, string[]> = { acknowledged: [], refused: [], doubted: [] };
  readonly uploads: Record<Outcome, string[]> = { acknowledged: [], refused: [], doubted: [] };
  /** Answers that no fault of a server excuses, with their bodies. */
  readonly wrong: string[] = [];
  longest = NO_WAIT;
  readonly #url: () => string;
  readonly #awayFor: (url: string) => number;
  readonly #run: Promise<unknown>;
  #isOver = false;

  /** `awayFor`: milliseconds for which the server at a URL has been unable to answer. */
  constructor(url: () => string, awayFor: (url: string) => number = () => 0) {
    this.#url = url;
    this.#awayFor = awayFor;
    this.#run = Promise.all([this.#repeat(this.#signUp), this.#repeat(this.#upload), this.#repeat(this.#upload)]);
  }

  async end(): Promise<void> {
    this.#isOver = true;
    await this.#run;
  }

  async #repeat(once: (name: string) => Promise<void>): Promise<void> {
    const client = Math.random().toString(36).slice(2, 8);
    for (let at = 0; !this.#isOver; at += 1) {
      await once(`${client}${at}`);
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  }

  readonly #signUp = async (name: string): Promise<void> => {
    const body = JSON.stringify({ username: name, email: `${name}@example.com`, password: "a good password" });
    const status = await this.#ask(`sign-up ${name}`, "/api/auth/local/register", {
      method: "POST",
      headers: { "content-type": "application/json" },
      body,
    });
    this.signUps[outcomeOf(status)].push(name);
  };

  readonly #upload = async (name: string): Promise<void> => {
    const form = new FormData();
    form.set("files", new File([name.repeat(1000)], `${name}.txt`, { type: "text/plain" }));
    const init = { method: "POST", headers: { authorization: `Bearer ${TOKEN}` }, body: form };
    this.uploads[outcomeOf(await this.#ask(`upload ${name}`, "/api/upload", init))].push(`${name}.txt`);
  };

  async #ask(what: string, path: string, init: RequestInit): Promise<number> {
    const url = this.#url();
    const begun = performance.now() - this.#awayFor(url);
    try {
      const reply = await fetch(url + path, { ...init, signal: AbortSignal.timeout(60_000) });
      const text = await reply.text();
      const took = performance.now() - this.#awayFor(url) - begun;
      if (took > this.longest.took) this.longest = { took, what: `${what}: ${reply.status} ${messageIn(text)}` };
      if (!EXPECTED.has(reply.status)) this.wrong.push(`${what}: ${reply.status} ${text}`);
      return reply.status;
    } catch {
      return 0;
    }
  }
}

/** The message of an error; empty for other answers. */
function messageIn(text: string): string {
  return /"message":"([^"]*)"/.exec(text)?.[1] ?? "";
}

const EXPECTED: ReadonlySet<number> = new Set([200, 201, 503, 504, 507]);

function outcomeOf(status: number): Outcome {
  if (status === 200 || status === 201) return "acknowledged";
  return status === 503 || status === 507 ? "refused" : "doubted";
}

export interface OddVerdict {
  readonly lost: number;
  readonly twice: number;
  readonly refusedButThere: number;
  /** Files that are listed without their bytes. */
  readonly empty: number;
}

/** The violations, counted over users and files. */
export async function judgeOdd({ signUps, uploads }: OddLoad, url: string): Promise<OddVerdict> {
  const list = async <T>(path: string): Promise<T[]> => {
    const headers = { authorization: `Bearer ${TOKEN}`, "x-galley-position": "latest" };
    const reply = await fetch(url + path, { headers });
    if (!reply.ok) throw new Error(`GET ${path}: ${reply.status} ${await reply.text()}`);
    return (await reply.json()) as T[];
  };
  const users = await list<{ readonly username: string }>("/api/users?pagination[limit]=1000000");
  const files = await list<{ readonly name: string; readonly url: string }>("/api/upload/files");
  let [lost, twice, refusedButThere, empty] = [0, 0, 0, 0];
  for (const [there, done] of [
    [users.map(({ username }) => username), signUps],
    [files.map(({ name }) => name), uploads],
  ] as const) {
    const names = new Set(there);
    lost += done.acknowledged.filter((name) => !names.has(name)).length;
    twice += there.length - names.size;
    refusedButThere += done.refused.filter((name) => names.has(name)).length;
  }
  for (const file of files) {
    const bytes = await fetch(url + file.url).then((reply) => (reply.ok ? reply.text() : ""));
    if (bytes !== file.name.slice(0, -".txt".length).repeat(1000)) empty += 1;
  }
  return { lost, twice, refusedButThere, empty };
}
