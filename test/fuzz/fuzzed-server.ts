import { type ChildProcess, fork } from "node:child_process";
import { readFileSync } from "node:fs";
import { bundleServer } from "../support/servers/start-server.ts";
import { digestOf, openFuzzed } from "./open-fuzzed.ts";
import { Place } from "./place.ts";
import type { FuzzSettings } from "./settings.ts";

type Message = { readonly url: string } | { readonly fault: string } | { readonly digest: string };

/** Megabytes of V8's heap: small, so that whatever grows without bound ends the process. */
const HEAP = 512;

/** Fields of `/proc/PID/stat` behind the name, and the milliseconds that they count by. */
const USER_TIME = 11;
const SYSTEM_TIME = 12;
const TICK = 10;

/** A server in a process of its own, which may die. */
export class FuzzedServer {
  readonly url: string;
  /** The server's own reports of faults. */
  readonly faults: string[];
  readonly #process: ChildProcess;
  readonly #settings: FuzzSettings;
  readonly #place: Place;

  private constructor(process: ChildProcess, settings: FuzzSettings, place: Place, url: string, faults: string[]) {
    this.#process = process;
    this.#settings = settings;
    this.#place = place;
    this.url = url;
    this.faults = faults;
  }

  static async start(settings: FuzzSettings): Promise<FuzzedServer> {
    const place = new Place(settings.place);
    const program = await bundleServer(new URL("server.ts", import.meta.url));
    const child = fork(program, [JSON.stringify(settings), place.path ?? ""], {
      execArgv: [`--max-old-space-size=${HEAP}`],
    });
    const faults: string[] = [];
    const url = await new Promise<string>((resolve, reject) => {
      child.once("exit", (code) => reject(new Error(`The server ended with ${code} before it listened`)));
      child.on("message", (message: Message) => {
        if ("url" in message) resolve(message.url);
        else if ("fault" in message) faults.push(message.fault);
      });
    });
    return new FuzzedServer(child, settings, place, url, faults);
  }

  get alive(): boolean {
    return this.#process.exitCode === null && this.#process.signalCode === null;
  }

  /**
   * Milliseconds of processor time so far, all threads together, if the system reports them; otherwise of the clock. Whatever
   * else the machine does lengthens it little.
   */
  worked(): number {
    try {
      const stat = readFileSync(`/proc/${this.#process.pid}/stat`, "utf8");
      const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
      return (Number(fields[USER_TIME]) + Number(fields[SYSTEM_TIME])) * TICK;
    } catch {
      return performance.now();
    }
  }

  /** Resident memory in bytes, if the system reports it; otherwise 0. */
  memory(): number {
    try {
      const [, pages = "0"] = readFileSync(`/proc/${this.#process.pid}/statm`, "utf8").split(" ");
      return Number(pages) * 4096;
    } catch {
      return 0;
    }
  }

  /**
   * Ends it as an operator does and gives its exit code. Damage to its place, and content that differs when it is
   * opened again, are among the faults afterwards.
   */
  async stop(): Promise<number | null> {
    const code = this.alive ? await this.#end() : this.#process.exitCode;
    this.#place.remove();
    return code;
  }

  async #end(): Promise<number | null> {
    const ended = new Promise<number | null>((resolve) => this.#process.once("exit", resolve));
    const digest = new Promise<string | null>((resolve) => {
      this.#process.on("message", (message: Message) => "digest" in message && resolve(message.digest));
      this.#process.once("exit", () => resolve(null));
    });
    this.#process.kill("SIGTERM");
    const [before, code] = await Promise.all([digest, ended]);
    if (this.#place.path !== null) {
      this.faults.push(...this.#place.faults());
      const after = await this.#reopened(this.#place.path).catch((error: unknown) => `not opened: ${String(error)}`);
      if (after !== before) this.faults.push(`${this.#place.kind}: other content after a restart (${after})`);
    }
    return code;
  }

  async #reopened(path: string): Promise<string> {
    const logger = { info: () => {}, warn: () => {}, error: () => {} };
    const opened = await openFuzzed(this.#settings, path, { seeded: false, logger });
    const digest = digestOf(opened);
    await opened.close();
    return digest;
  }
}
