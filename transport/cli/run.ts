import { existsSync } from "node:fs";
import { reasonOf } from "../../storage/core.ts";
import { version } from "../runtime/version.ts";
import type { Command, Environment } from "./command.ts";
import { BENCH_USAGE } from "./usage/bench-usage.ts";
import { CHECK_USAGE } from "./usage/check-usage.ts";
import { DATA_USAGE } from "./usage/data-usage.ts";
import { DIFF_USAGE } from "./usage/diff-usage.ts";
import { EXEC_USAGE } from "./usage/exec-usage.ts";
import { EXPORT_USAGE } from "./usage/export-usage.ts";
import { IMPORT_USAGE } from "./usage/import-usage.ts";
import { OPENAPI_USAGE } from "./usage/openapi-usage.ts";
import { PULL_USAGE } from "./usage/pull-usage.ts";
import { REQUESTS_USAGE } from "./usage/requests-usage.ts";
import { ROUTES_USAGE } from "./usage/routes-usage.ts";
import { SERVE_USAGE } from "./usage/serve-usage.ts";
import { TOKEN_USAGE } from "./usage/token-usage.ts";
import { TYPES_USAGE } from "./usage/types-usage.ts";
import { type Arguments, helpText, parseArguments, UsageError } from "./usage/usage.ts";
import { VERIFY_USAGE } from "./usage/verify-usage.ts";

const SERVE: Command = { usage: SERVE_USAGE, load: async () => (await import("./serve/serve.ts")).serve };
const BENCH: Command = { usage: BENCH_USAGE, load: async () => (await import("./commands/bench.ts")).bench };
const CHECK: Command = { usage: CHECK_USAGE, load: async () => (await import("./commands/check.ts")).check };
const DATA: Command = { usage: DATA_USAGE, load: async () => (await import("./commands/data.ts")).data };
const DIFF: Command = { usage: DIFF_USAGE, load: async () => (await import("./commands/diff.ts")).diff };
const EXEC: Command = { usage: EXEC_USAGE, load: async () => (await import("./commands/exec.ts")).exec };
const EXPORT: Command = { usage: EXPORT_USAGE, load: async () => (await import("./commands/export.ts")).exportContent };
const IMPORT: Command = { usage: IMPORT_USAGE, load: async () => (await import("./commands/import.ts")).importContent };
const OPENAPI: Command = { usage: OPENAPI_USAGE, load: async () => (await import("./commands/openapi.ts")).openapi };
const PULL: Command = { usage: PULL_USAGE, load: async () => (await import("./commands/pull.ts")).pull };
const REQUESTS: Command = {
  usage: REQUESTS_USAGE,
  load: async () => (await import("./commands/requests.ts")).requests,
};
const ROUTES: Command = { usage: ROUTES_USAGE, load: async () => (await import("./commands/routes.ts")).routes };
const TOKEN: Command = { usage: TOKEN_USAGE, load: async () => (await import("./commands/token.ts")).token };
const TYPES: Command = { usage: TYPES_USAGE, load: async () => (await import("./commands/types.ts")).types };
const VERIFY: Command = { usage: VERIFY_USAGE, load: async () => (await import("./commands/verify.ts")).verify };

/** By first argument. */
const COMMANDS: ReadonlyMap<string, Command> = new Map([
  ["bench", BENCH],
  ["check", CHECK],
  ["data", DATA],
  ["diff", DIFF],
  ["exec", EXEC],
  ["export", EXPORT],
  ["import", IMPORT],
  ["openapi", OPENAPI],
  ["pull", PULL],
  ["requests", REQUESTS],
  ["routes", ROUTES],
  ["serve", SERVE],
  ["token", TOKEN],
  ["types", TYPES],
  ["verify", VERIFY],
]);

/**
 * Runs the command that the first argument names, `serve` by default. Returns the exit code and never throws: 0 done,
 * 1 failed, 2 usage error, 130 and 143 ended by a signal. `help COMMAND` is `COMMAND --help`.
 */
export async function run(args: readonly string[], environment: Environment): Promise<number> {
  const [name = "", ...others] = args;
  if (name === "help") return run([...others.slice(0, 1), "--help"], environment);
  const named = COMMANDS.get(name);
  try {
    if (named === undefined) await refuseMisspelt(name);
    const { usage, load } = named ?? SERVE;
    const given = parseArguments(usage, named === undefined ? args : others);
    if (given.isOn("help")) return print(helpText(usage));
    if (given.isOn("version")) return print(await versionText(given));
    const run = await load();
    return await run(given, environment);
  } catch (error) {
    if (error instanceof UsageError) {
      return complain(`${error.message}\nTry: galley ${named === undefined ? "" : `${name} `}--help`, 2);
    }
    return complain(await describe(error, args), 1);
  }
}

/**
 * Without this, a misspelt command would be read as PATH.
 *
 * @throws UsageError
 */
async function refuseMisspelt(name: string): Promise<void> {
  if (!/^\w+$/.test(name) || existsSync(name)) return;
  const { meantName } = await import("../../engine/internal.ts");
  const meant = meantName(name, COMMANDS.keys());
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
