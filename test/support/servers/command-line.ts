import { type ChildProcessWithoutNullStreams, spawn } from "node:child_process";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { isBuilt } from "../../../.ci/stamp.ts";

/** The command line as users start it: in a fifth of the time that its sources take. */
export const BUILT = fileURLToPath(new URL("../../../dist/transport/cli/main.js", import.meta.url));

/** The URL of what `import "galley"` means to users, as built. */
export const BUILT_LIBRARY = new URL("../../../dist/transport/galley.js", import.meta.url).href;

let isChecked = false;

/** No test may pass on a build of other sources. */
export function checkBuild(): void {
  if (!isChecked && !isBuilt()) throw new Error("dist/ is not built from these sources: npm run build");
  isChecked = true;
}

export interface Surroundings {
  readonly folder: string;
  readonly environment?: Readonly<Record<string, string>>;
  /** Arguments of node that start the program. */
  readonly program?: readonly string[];
}

export interface Ended {
  readonly code: number | null;
  readonly out: string;
  readonly errors: string;
}

/** The address that a banner names; empty before it is printed. */
export function urlIn(output: string): string {
  return /http:\/\/\S+(?=\/api$)/m.exec(output)?.[0] ?? "";
}

/** The command line as a process of its own. */
export class CommandLine {
  out = "";
  errors = "";
  readonly #process: ChildProcessWithoutNullStreams;
  readonly #ended: Promise<Ended>;

  constructor(args: readonly string[], { folder, environment = {}, program = [BUILT] }: Surroundings) {
    checkBuild();
    const { PATH } = process.env;
    this.#process = spawn(process.execPath, [...program, ...args], { cwd: folder, env: { PATH, ...environment } });
    this.#process.stdout.on("data", (data) => {
      this.out += data;
    });
    this.#process.stderr.on("data", (data) => {
      this.errors += data;
    });
    this.#ended = new Promise((resolve) => {
      this.#process.on("close", (code) => resolve({ code, out: this.out, errors: this.errors }));
    });
  }

  get pid(): number {
    return this.#process.pid ?? 0;
  }

  /** Waits for the process to end by itself. */
  ended(): Promise<Ended> {
    return this.#ended;
  }

  signal(signal: "SIGINT" | "SIGTERM" | "SIGKILL"): Promise<Ended> {
    this.#process.kill(signal);
    return this.#ended;
  }

  /** Sends SIGHUP, and waits until the process has written this. */
  async hangUp(line: string): Promise<void> {
    const before = this.out.length;
    this.#process.kill("SIGHUP");
    await this.#until(() => this.out.includes(line, before));
  }

  /** The address that the banner names, once it is printed. */
  async url(): Promise<string> {
    await this.#until(() => urlIn(this.out) !== "");
    return urlIn(this.out);
  }

  async #until(isThere: () => boolean): Promise<void> {
    const ended = this.#ended.then(() => true);
    while (!isThere()) {
      const isOver = await Promise.race([ended, sleep(20, false)]);
      if (isOver && !isThere()) throw new Error(`Ended too early:\n${this.out}${this.errors}`);
    }
  }
}

/** Runs to the end. */
export function runToEnd(args: readonly string[], surroundings: Surroundings): Promise<Ended> {
  return new CommandLine(args, surroundings).ended();
}

/** Starts a server, uses it, and stops it again. */
export async function withServer<T>(
  args: readonly string[],
  surroundings: Surroundings,
  use: (server: CommandLine, url: string) => Promise<T>,
): Promise<T> {
  const server = new CommandLine(args, surroundings);
  try {
    return await use(server, await server.url());
  } finally {
    await server.signal("SIGTERM");
  }
}

/** The built program, started where a package cannot be found. */
export function without(name: string): string[] {
  const hooks = `export const resolve = (name, context, next) => {
    if (name === ${JSON.stringify(name)}) throw Object.assign(new Error("none"), { code: "ERR_MODULE_NOT_FOUND" });
    return next(name, context);
  };`;
  const code = (text: string) => `data:text/javascript,${encodeURIComponent(text)}`;
  const registering = `import { register } from "node:module"; register(${JSON.stringify(code(hooks))});`;
  return ["--import", code(registering), BUILT];
}
