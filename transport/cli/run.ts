import { existsSync } from "node:fs";
import { reasonOf } from "../../storage/core.ts";
import { version } from "../runtime/version.ts";
import type { Environment, Run } from "./command.ts";
import { type Arguments, helpText, parseArguments, UsageError } from "./usage/usage.ts";
import { USAGES } from "./usage/usages.ts";

type CommandName = keyof typeof USAGES;

/** Imports the modules of each command, which help and version do without. */
const LOADS: { readonly [N in CommandName]: () => Promise<Run> } = {
  bench: async () => (await import("./commands/bench.ts")).bench,
  check: async () => (await import("./commands/check.ts")).check,
  data: async () => (await import("./commands/data.ts")).data,
  diff: async () => (await import("./commands/diff.ts")).diff,
  exec: async () => (await import("./commands/exec.ts")).exec,
  export: async () => (await import("./commands/export.ts")).exportContent,
  import: async () => (await import("./commands/import.ts")).importContent,
  openapi: async () => (await import("./commands/openapi.ts")).openapi,
  pull: async () => (await import("./commands/pull.ts")).pull,
  requests: async () => (await import("./commands/requests.ts")).requests,
  routes: async () => (await import("./commands/routes.ts")).routes,
  serve: async () => (await import("./serve/serve.ts")).serve,
  token: async () => (await import("./commands/token.ts")).token,
  types: async () => (await import("./commands/types.ts")).types,
  verify: async () => (await import("./commands/verify.ts")).verify,
};

/**
 * Runs the command that the first argument names, `serve` by default. Returns the exit code and never throws: 0 done,
 * 1 failed, 2 usage error, 130 and 143 ended by a signal. `help COMMAND` is `COMMAND --help`.
 */
export async function run(args: readonly string[], environment: Environment): Promise<number> {
  const [name = "", ...others] = args;
  if (name === "help") return run([...others.slice(0, 1), "--help"], environment);
  const command = isCommand(name) ? name : null;
  try {
    if (command === null) await refuseMisspelt(name);
    const usage = USAGES[command ?? "serve"];
    const given = parseArguments(usage, command === null ? args : others);
    if (given.isOn("help")) return print(helpText(usage));
    if (given.isOn("version")) return print(await versionText(given));
    const run = await LOADS[command ?? "serve"]();
    return await run(given, environment);
  } catch (error) {
    if (error instanceof UsageError) {
      return complain(`${error.message}\nTry: galley ${command === null ? "" : `${name} `}--help`, 2);
    }
    return complain(await describe(error, args), 1);
  }
}

function isCommand(name: string): name is CommandName {
  return Object.hasOwn(USAGES, name);
}

/**
 * Without this, a misspelt command would be read as PATH.
 *
 * @throws UsageError
 */
async function refuseMisspelt(name: string): Promise<void> {
  if (!/^\w+$/.test(name) || existsSync(name)) return;
  const { meantName } = await import("../../engine/internal.ts");
  const meant = meantName(name, Object.keys(USAGES));
  if (meant !== "") throw new UsageError(`Unknown command: ${name}${meant}`);
}

async function versionText(given: Arguments): Promise<string> {
  if (!given.isOn("verbose")) return version();
  const { versionDetails } = await import("./version-details.ts");
  return versionDetails();
}

/** If no more files can be opened, the module that describes failures cannot be loaded either: print the bare message. */
async function describe(error: unknown, args: readonly string[]): Promise<string> {
  try {
    const { describeFailure } = await import("./output/describe-failure.ts");
    return describeFailure(error);
  } catch {
    return `${args.join(" ")}: ${reasonOf(error)}`;
  }
}

function print(text: string): number {
  process.stdout.write(`${text}\n`);
  return 0;
}

function complain(text: string, code: number): number {
  process.stderr.write(`galley: ${text}\n`);
  return code;
}
