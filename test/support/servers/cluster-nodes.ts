import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { freePort } from "../free-port.ts";
import { BUILT, CommandLine } from "./command-line.ts";

/** A token with full access to the nodes. */
export const TOKEN = "token-of-the-cluster";

const NOTE = {
  kind: "collectionType",
  info: { singularName: "note", pluralName: "notes", displayName: "Note" },
  attributes: { title: { type: "string" }, text: { type: "text" } },
};

const CONFIG = {
  roles: { public: { "*": ["find"] } },
  rest: { maxLimit: 10_000_000 },
  answerBytes: 512 * 1_048_576,
  metrics: true,
  drainDelay: 700,
};

export interface ClusterOptions {
  /** Empty; it gets the project that the nodes serve. */
  readonly folder: string;
  /** Address of the log of each node. */
  readonly places: readonly string[];
  readonly config?: object;
  /** Text of an object that a configuration has besides, which may name functions. */
  readonly code?: string;
  /** Milliseconds by which the clock of each node is ahead. */
  readonly clocks?: readonly number[];
  /** Further arguments of the command line. */
  readonly args?: readonly string[];
}

/** Galleys as processes of their own, which share one log and keep their ports over restarts. */
export class ClusterNodes {
  readonly ports: readonly number[];
  readonly #options: ClusterOptions;
  readonly #running: (CommandLine | null)[];

  private constructor(options: ClusterOptions, ports: readonly number[]) {
    this.ports = ports;
    this.#options = options;
    this.#running = ports.map(() => null);
  }

  static async start(options: ClusterOptions): Promise<ClusterNodes> {
    const { folder, places, config, code = "{}" } = options;
    const types = join(folder, "src/api/note/content-types/note");
    await mkdir(types, { recursive: true });
    await writeFile(join(types, "schema.json"), JSON.stringify(NOTE));
    const text = `export default { ...${JSON.stringify({ ...CONFIG, ...config })}, ...${code} };`;
    await writeFile(join(folder, "galley.config.mjs"), text);
    const ports: number[] = [];
    for (const _ of places) ports.push(await freePort());
    const nodes = new ClusterNodes(options, ports);
    await Promise.all(ports.map((_, node) => nodes.start(node)));
    return nodes;
  }

  url(node: number): string {
    return `http://127.0.0.1:${this.ports[node]}`;
  }

  /** Resolves when it is ready. */
  async start(node: number): Promise<void> {
    const { folder, places, clocks, args: more = [] } = this.#options;
    const environment = { GALLEY_DATA: places[node] ?? "", GALLEY_TOKEN: TOKEN, GALLEY_JWT_SECRET: "x".repeat(32) };
    const args = [".", "--port", String(this.ports[node]), "--log-level", "fatal", "--no-studio", ...more];
    const program = [...withClock(clocks?.[node] ?? 0), BUILT];
    const running = new CommandLine(args, { folder, environment, program });
    this.#running[node] = running;
    await running.url();
    await this.ready(node);
  }

  async ready(node: number): Promise<void> {
    while ((await this.health(node)) !== 200) await sleep(20);
  }

  /** Status of `/_health/ready`; 0 where nobody answers. */
  async health(node: number): Promise<number> {
    const asked = fetch(`${this.url(node)}/_health/ready`, { signal: AbortSignal.timeout(2_000) });
    return (await asked.catch(() => ({ status: 0 }))).status;
  }

  /** Of the process of a node; 0 where it does not run. */
  pid(node: number): number {
    return this.#running[node]?.pid ?? 0;
  }

  async kill(node: number): Promise<void> {
    await this.#end(node, "SIGKILL");
  }

  /** Ends as it does when it is asked to. */
  async stop(node: number): Promise<void> {
    await this.#end(node, "SIGTERM");
  }

  async close(): Promise<void> {
    await Promise.all(this.ports.map((_, node) => this.kill(node)));
  }

  async #end(node: number, signal: NodeJS.Signals): Promise<void> {
    const running = this.#running[node];
    if (!running) return;
    this.#running[node] = null;
    process.kill(running.pid, signal);
    await running.ended();
  }
}

/** Arguments of node under which a program sees another time. */
function withClock(ahead: number): string[] {
  if (ahead === 0) return [];
  const code = `const Real = Date; globalThis.Date = class Date extends Real {
    constructor(...given) { given.length === 0 ? super(Real.now() + ${ahead}) : super(...given); }
    static now() { return Real.now() + ${ahead}; }
  };`;
  return ["--import", `data:text/javascript,${encodeURIComponent(code)}`];
}
