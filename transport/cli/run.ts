import { describeFailure } from "./describe-failure.ts";
import { type Arguments, helpText, parseArguments, type Usage, UsageError } from "./usage.ts";
import { version } from "./version.ts";

export type Environment = Readonly<Record<string, string | undefined>>;

/** One command: how it is called and what it does. */
export interface Command {
  readonly usage: Usage;
  /** Gives the exit code. */
  run(args: Arguments, environment: Environment): Promise<number>;
}

// Loaded when called, so that no command pays for another's imports.
const loadServe = async (): Promise<Command> => (await import("./serve.ts")).serveCommand;
const loadToken = async (): Promise<Command> => (await import("./token.ts")).tokenCommand;

/** By first argument. */
const COMMANDS: ReadonlyMap<string, () => Promise<Command>> = new Map([
  ["serve", loadServe],
  ["token", loadToken],
]);

/**
 * Runs the command that the first argument names, `serve` when it names none. Gives the exit code and never throws:
 * 0 done, 1 failed, 2 wrongly called, 130 and 143 ended by a signal.
 */
export async function run(args: readonly string[], environment: Environment): Promise<number> {
  const named = COMMANDS.get(args[0] ?? "");
  try {
    const { usage, run } = await (named ?? loadServe)();
    const given = parseArguments(usage, named === undefined ? args : args.slice(1));
    if (given.isOn("help")) return print(helpText(usage));
    if (given.isOn("version")) return print(version());
    return await run(given, environment);
  } catch (error) {
    if (error instanceof UsageError) return complain(`${error.message}\nTry: galley --help`, 2);
    return complain(describeFailure(error), 1);
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
