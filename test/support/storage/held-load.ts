import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { withJson } from "../requests/json.ts";
import { TOKEN } from "../servers/cluster-nodes.ts";

/** Webhooks of the nodes. */
const WEBHOOKS = ["one", "two", "three"];
/** Writes of one document: a webhook keeps a thousand that wait. */
const WRITES_EACH = 200;
/** Milliseconds between a request that failed and the next one. */
const PAUSE = 20;

interface Delivered {
  readonly webhook: string;
  readonly id: string;
  readonly pid: number;
  readonly body: string;
  readonly documentId: string;
  readonly n: number;
  readonly isRebuilt: boolean;
}

interface Tick {
  readonly at: string;
  readonly pid: number;
}

interface Written {
  readonly documentId: string;
  readonly n: number;
}

/** The violations, counted. */
export interface HeldVerdict {
  /** Acknowledged writes that some webhook has not delivered. */
  readonly undelivered: number;
  /** Deliveries of a document behind a later one of the same document, but repeats. */
  readonly disordered: number;
  /** Repeats with another body than the first time. */
  readonly changed: number;
  /** Ticks that were run more than once. */
  readonly ticksTwice: number;
  /** Deliveries that say that events are lost. */
  readonly gaps: number;
}

/** The receiver of the webhooks and tasks of nodes that share a log, and clients that write to them. */
export class HeldLoad {
  readonly delivered: Delivered[] = [];
  readonly ticks: Tick[] = [];
  readonly acknowledged: Written[] = [];
  /** Events that stand for others which are lost. */
  readonly gaps: string[] = [];
  readonly #server = createServer((request, response) => {
    let text = "";
    request.setEncoding("utf8").on("data", (chunk) => {
      text += chunk;
    });
    request.on("end", () => {
      this.#take(String(request.url), request.headers, text);
      response.end();
    });
  });
  #isOver = false;
  #clients: Promise<void>[] = [];

  async listen(): Promise<void> {
    await new Promise<void>((resolve) => this.#server.listen(0, "127.0.0.1", resolve));
  }

  /** The rest of the nodes' configuration. */
  get code(): string {
    const { port } = this.#server.address() as AddressInfo;
    const url = `http://127.0.0.1:${port}`;
    const hook = (name: string) => `{ name: "${name}", url: "${url}/hook/${name}", allowPrivate: true,
      headers: { "X-Pid": String(process.pid) }, events: ["entry.create", "entry.update"] }`;
    return `{ webhooks: [${WEBHOOKS.map(hook).join()}], cron: { second: { rule: "* * * * * *", task: ({ now }) =>
      fetch("${url}/tick", { method: "POST", body: JSON.stringify({ at: now.toISOString(), pid: process.pid }) }) } } }`;
  }

  /** `url`: where the next request of a client goes. Each client writes documents of its own until there are `writes` in all. */
  start({ url, clients, writes }: { url: (client: number) => string; clients: number; writes: number }): void {
    this.#clients = Array.from({ length: clients }, async (_, client) => {
      for (let n = 1, path = "/api/notes"; !this.#isOver && this.acknowledged.length < writes; n += 1) {
        if (n % WRITES_EACH === 0) path = "/api/notes";
        const documentId = await write(url(client) + path, path === "/api/notes" ? "POST" : "PUT", n);
        if (documentId === null) await sleep(PAUSE);
        else {
          this.acknowledged.push({ documentId, n });
          path = `/api/notes/${documentId}`;
        }
      }
    });
  }

  /** Resolves when as many writes as were asked for are acknowledged. */
  async written(): Promise<void> {
    await Promise.all(this.#clients);
  }

  /** The process that has sent last; 0 if none has. */
  get holder(): number {
    return this.delivered.at(-1)?.pid ?? 0;
  }

  /** How many acknowledged writes some webhook has yet to deliver. */
  get undelivered(): number {
    return WEBHOOKS.map((name) => {
      const newest = new Map<string, number>();
      const exact = new Set<string>();
      const ids = new Map<string, Set<string>>();
      for (const { webhook, id, documentId, n, isRebuilt } of this.delivered) {
        if (webhook !== name) continue;
        ids.set(documentId, (ids.get(documentId) ?? new Set()).add(id));
        exact.add(`${documentId} ${n}`);
        if (isRebuilt) newest.set(documentId, Math.max(n, newest.get(documentId) ?? 0));
      }
      const written = new Map<string, number>();
      for (const { documentId } of this.acknowledged) written.set(documentId, (written.get(documentId) ?? 0) + 1);
      const missing = [...written].map(([id, count]) => Math.max(0, count - (ids.get(id)?.size ?? 0)));
      // A body that was made after a kill shows the newest state of its document.
      const unseen = this.acknowledged.filter(
        ({ documentId, n }) => !exact.has(`${documentId} ${n}`) && n > (newest.get(documentId) ?? 0),
      );
      return missing.reduce((one, other) => one + other, unseen.length);
    }).reduce((one, other) => one + other);
  }

  /** Deliveries that came again. */
  get repeats(): number {
    return this.delivered.length - new Set(this.delivered.map(({ webhook, id }) => `${webhook} ${id}`)).size;
  }

  /** How often another process has taken over a webhook. */
  get changes(): number {
    return WEBHOOKS.map((name) => {
      const pids = this.delivered.filter(({ webhook }) => webhook === name).map(({ pid }) => pid);
      return pids.filter((pid, at) => at > 0 && pid !== pids[at - 1]).length;
    }).reduce((one, other) => one + other);
  }

  verdict(): HeldVerdict {
    const bodies = new Map<string, string>();
    const reached = new Map<string, number>();
    let disordered = 0;
    let changed = 0;
    for (const { webhook, id, body, documentId } of this.delivered) {
      const known = bodies.get(`${webhook} ${id}`);
      bodies.set(`${webhook} ${id}`, known ?? body);
      if (known !== undefined && known !== body) changed += 1;
      if (known !== undefined) continue;
      const position = Number(id.split("-").at(-3));
      const line = `${webhook} ${documentId}`;
      if (position <= (reached.get(line) ?? 0)) disordered += 1;
      reached.set(line, Math.max(position, reached.get(line) ?? 0));
    }
    const ticksTwice = this.ticks.length - new Set(this.ticks.map(({ at }) => at)).size;
    return { undelivered: this.undelivered, disordered, changed, ticksTwice, gaps: this.gaps.length };
  }

  async close(): Promise<void> {
    this.#isOver = true;
    await this.written();
    this.#server.closeAllConnections();
    this.#server.close();
  }

  #take(url: string, headers: NodeJS.Dict<string | string[]>, text: string): void {
    if (url === "/tick") return void this.ticks.push(JSON.parse(text));
    const { entry, event } = JSON.parse(text);
    if (entry === undefined) return void this.gaps.push(event);
    const { documentId, title } = entry;
    this.delivered.push({
      webhook: url.replace("/hook/", ""),
      id: String(headers["webhook-id"]),
      pid: Number(headers["x-pid"]),
      isRebuilt: headers["x-galley-rebuilt"] === "1",
      body: text,
      documentId,
      n: Number(title),
    });
  }
}

/** The document that was written; null if it is not known to be. */
async function write(url: string, method: string, n: number): Promise<string | null> {
  const headers = { "content-type": "application/json", authorization: `Bearer ${TOKEN}` };
  try {
    const reply = await fetch(url, withJson(method, { data: { title: String(n) } }, headers));
    const { data } = (await reply.json()) as { data: { documentId: string } | null };
    return reply.ok ? (data?.documentId ?? null) : null;
  } catch {
    return null;
  }
}
