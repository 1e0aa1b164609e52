import { type ChildProcess, spawn } from "node:child_process";
import { createRequire } from "node:module";
import { reasonOf } from "../../../../storage/core.ts";
import type { Data } from "../files/read-data.ts";
import { configEnv, type Environment } from "./config-env.ts";

/** Timeout of one file in milliseconds: enough for a busy machine, where a process alone takes seconds to start. */
const TIME_LIMIT = 20_000;

/** Maximum size of the result of one file, as JSON. */
const MAX_CHARACTERS = 1_000_000;

/**
 * The program of the child process, as text because a bundle has no file for it. A file contains the values or a function
 * that returns them; values that JSON cannot hold become null. Some compilers insert `__name` into functions.
 */
const PROGRAM = `
const __name = (value) => value;
const env = (${configEnv.toString()})(process.env);
// Answers any use of a missing package, at any depth: with itself, nothing to repeat, and no text or number.
const standIn = (name) => {
  const answers = {
    then: undefined,
    toJSON: undefined,
    __esModule: true,
    [Symbol.iterator]: () => [][Symbol.iterator](),
    [Symbol.toPrimitive]: () => { throw new Error("needs the package " + name); },
  };
  const self = new Proxy(function () {}, {
    get: (_, key) => (Object.hasOwn(answers, key) ? answers[key] : self),
    apply: () => self,
    construct: () => self,
  });
  return self;
};
// Of a package that has a stand-in, require.resolve finds an empty file.
let virtualModules = {};
const Module = require("node:module");
const resolve = Module._resolveFilename;
Module._resolveFilename = function (name, ...rest) {
  return Object.hasOwn(virtualModules, name) ? require("node:os").devNull : resolve.call(this, name, ...rest);
};
process.on("message", async ({ jiti, files, standIns }) => {
  const read = async (file) => {
    const options = { fsCache: false, moduleCache: false, virtualModules };
    try {
      const given = await require(jiti).createJiti(process.cwd() + "/", options).import("./" + file, { default: true });
      // A module that a compiler made CommonJS.
      const module = given?.__esModule && "default" in given ? given.default : given;
      return typeof module === "function" ? await module({ env }) : module;
    } catch (error) {
      const name = /^Cannot find (?:module|package) '([^'./\\\\][^']*)'/.exec(error?.message)?.[1];
      if (!standIns || name === undefined || Object.hasOwn(virtualModules, name)) throw error;
      virtualModules = { ...virtualModules, [name]: standIn(name) };
      return read(file);
    }
  };
  for (const file of files) {
    let result;
    try {
      const value = await read(file);
      const text = JSON.stringify(value, (_, each) => (typeof each === "bigint" ? String(each) : typeof each === "function" ? null : each)) ?? "null";
      result = text.length > ${MAX_CHARACTERS} ? { fault: "holds too much" } : { text };
    } catch (error) {
      result = { fault: "cannot be read: " + String(error?.message ?? error).split("\\n")[0].slice(0, 500) };
    }
    await new Promise((sent) => process.send({ file, ...result }, sent));
  }
  process.exit();
});
`;

interface ModuleResult {
  readonly file: string;
  readonly text?: string;
  readonly fault?: string;
}

/**
 * The exports of the modules at these paths, or why they cannot be read; a file that never ends, or ends the process, is
 * reported and skipped. They run in a child process, as Strapi runs them, with only these variables. `standIns`: missing
 * packages resolve to stubs whose exports are null. Never rejects.
 */
export async function runConfig(
  project: string,
  files: readonly string[],
  environment: Environment,
  { standIns = false, timeLimit = TIME_LIMIT } = {},
): Promise<ReadonlyMap<string, Data>> {
  const found = new Map<string, Data>();
  for (let left = files; left.length > 0; left = files.filter((file) => !found.has(file))) {
    const { results, end } = await runProcess(project, { files: left, standIns }, environment, timeLimit);
    for (const { file, text, fault } of results) {
      found.set(file, text === undefined ? { fault: fault ?? "cannot be read" } : { value: JSON.parse(text) });
    }
    // The file that was running when the process ended; the others run after it.
    const last = left.find((file) => !found.has(file));
    if (last !== undefined) found.set(last, { fault: end });
  }
  return found;
}

/** The debugger's port is this process's, and `--inspect-brk` would wait for somebody who debugs the child. */
function withoutDebugger(options = ""): string {
  return options.replaceAll(/(?<!\S)--inspect(?:-port[ =]\S+|\S*)/g, "").trim();
}

interface Outcome {
  readonly results: readonly ModuleResult[];
  /** Why the output ended. */
  readonly end: string;
}

interface Task {
  readonly files: readonly string[];
  readonly standIns: boolean;
}

function runProcess(project: string, task: Task, environment: Environment, timeLimit: number): Promise<Outcome> {
  return new Promise((resolve) => {
    const results: ModuleResult[] = [];
    let end = "ended the process that read it";
    // The output of a configuration is discarded.
    let child: ChildProcess;
    try {
      child = spawn(process.execPath, ["-e", PROGRAM], {
        cwd: project,
        env: { ...environment, NODE_OPTIONS: withoutDebugger(environment.NODE_OPTIONS) },
        stdio: ["ignore", "ignore", "ignore", "ipc"],
      });
    } catch (error) {
      return resolve({ results, end: `cannot be read: ${reasonOf(error)}` });
    }
    const stop = () => {
      end = `did not end within ${timeLimit / 1000} seconds`;
      child.kill("SIGKILL");
    };
    let timer = setTimeout(stop, timeLimit);
    child.on("message", (message) => {
      clearTimeout(timer);
      timer = setTimeout(stop, timeLimit);
      if (isModuleResult(message) && task.files.includes(message.file)) results.push(message);
    });
    child.on("error", (error) => {
      end = `cannot be read: ${error.message}`;
      child.kill("SIGKILL");
      clearTimeout(timer);
      resolve({ results, end });
    });
    child.on("close", () => {
      clearTimeout(timer);
      resolve({ results, end });
    });
    child.send({ jiti: createRequire(import.meta.url).resolve("jiti"), ...task });
  });
}

/** The files can send anything. */
function isModuleResult(message: unknown): message is ModuleResult {
  if (typeof message !== "object" || message === null || !("file" in message)) return false;
  const { file, text } = message as { readonly file: unknown; readonly text?: unknown };
  return typeof file === "string" && (text === undefined || isJson(text));
}

function isJson(text: unknown): boolean {
  try {
    return typeof text === "string" && text.length <= MAX_CHARACTERS && JSON.parse(text) !== undefined;
  } catch {
    return false;
  }
}
