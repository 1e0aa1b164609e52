import { type ChildProcess, fork } from "node:child_process";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { FuzzSettings } from "./settings.ts";

type Told = { readonly url: string } | { readonly fault: string };

/** A server in a process of its own, which may die. */
export class FuzzedServer {
  readonly url: string;
  /** What the server says went wrong inside it. */
  readonly faults: readonly string[];
  readonly #process: ChildProcess;

  private constructor(process: ChildProcess, url: string, faults: readonly string[]) {
    this.#process = process;
    this.url = url;
    this.faults = faults;
  }

  static async start(settings: FuzzSettings): Promise<FuzzedServer> {
    const child = fork(fileURLToPath(new URL("server.ts", import.meta.url)), [JSON.stringify(settings)], {
      execArgv: ["--import", import.meta.resolve("tsx")],
    });
    const faults: string[] = [];
    const url = await new Promise<string>((resolve, reject) => {
      child.once("exit", (code) => reject(new Error(`The server ended with ${code} before it listened`)));
      child.on("message", (told: Told) => {
        if ("url" in told) resolve(told.url);
        else faults.push(told.fault);
      });
    });
    return new FuzzedServer(child, url, faults);
  }

  get alive(): boolean {
    return this.#process.exitCode === null && this.#process.signalCode === null;
  }

  /** Resident memory in bytes, where the system tells it; else 0. */
  memory(): number {
    try {
      const [, pages = "0"] = readFileSync(`/proc/${this.#process.pid}/statm`, "utf8").split(" ");
      return Number(pages) * 4096;
    } catch {
      return 0;
    }
  }

  /** Ends it as an operator does; gives its exit code. */
  async stop(): Promise<number | null> {
    if (!this.alive) return this.#process.exitCode;
    const ended = new Promise<number | null>((resolve) => this.#process.once("exit", resolve));
    this.#process.kill("SIGTERM");
    return ended;
  }
}
