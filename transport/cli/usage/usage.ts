import { parseArgs } from "node:util";
import { meantName } from "../../../engine/internal.ts";
import { isError } from "../../../storage/core.ts";
import type { Flag } from "../../config/setting.ts";

/** The usage of a command: its arguments and its help text. */
export interface Usage {
  /** The arguments in the first line of the help, after `galley`. */
  readonly synopsis: string;
  readonly summary: string;
  /** Maximum number of positional arguments. */
  readonly operands: number;
  /** Whether `-- COMMAND` may follow. */
  readonly command?: boolean;
  readonly flags: { readonly [name: string]: Flag };
  /** Flags of programs that people know, and what does the same here. */
  readonly elsewhere?: { readonly [flag: string]: string };
  /** Last lines of its help. */
  readonly notes?: string;
}

/** A usage error: one line for the user. */
export class UsageError extends Error {
  override readonly name = "UsageError";
}

export interface Arguments {
  readonly operands: readonly string[];
  /** The arguments after `--`, if the usage allows a command there. */
  readonly command: readonly string[];
  /** The value of a flag; undefined if it was not given. */
  text(flag: string): string | undefined;
  isOn(flag: string): boolean;
}

/** @throws UsageError */
export function parseArguments(usage: Usage, args: readonly string[]): Arguments {
  const separator = usage.command === true ? args.indexOf("--") : -1;
  const own = (separator === -1 ? args : args.slice(0, separator)).flatMap((arg) => wordApart(usage, arg));
  const words = wordsIn(usage, own);
  const { values, positionals } = parse(
    usage,
    own.filter((_, at) => !words.has(at)),
  );
  const following = new Map([...words].map((at) => [own[at - 1]?.slice(2), own[at]]));
  if (positionals.length > usage.operands) throw new UsageError(`Unexpected argument: ${positionals[usage.operands]}`);
  for (const [name, { choices }] of Object.entries(usage.flags)) {
    const value = values[name];
    if (choices === undefined || typeof value !== "string" || choices.includes(value)) continue;
    throw new UsageError(`--${name} must be one of ${choices.join(", ")}`);
  }
  return {
    operands: positionals,
    command: separator === -1 ? [] : args.slice(separator + 1),
    text: (flag) => {
      const value = values[flag];
      if (Array.isArray(value)) return value.join(",");
      return typeof value === "string" ? value : following.get(flag);
    },
    isOn: (flag) => values[flag] === true,
  };
}

/** `--watch=poll` is `--watch poll`. */
function wordApart({ flags }: Usage, arg: string): readonly string[] {
  const [flag = "", word] = arg.split("=");
  return word !== undefined && flags[flag.slice(2)]?.word === word ? [flag, word] : [arg];
}

/** Where words stand that belong to the flag before them. */
function wordsIn({ flags }: Usage, args: readonly string[]): ReadonlySet<number> {
  const isWord = (at: number): boolean => {
    const before = args[at - 1] ?? "";
    return before.startsWith("--") && args[at] !== undefined && flags[before.slice(2)]?.word === args[at];
  };
  return new Set(args.map((_, at) => at).filter(isWord));
}

export function helpText({ synopsis, summary, flags, notes }: Usage): string {
  const rows = Object.entries(flags).map(([name, flag]) => {
    const short = flag.short === undefined ? "    " : `-${flag.short}, `;
    const value = flag.value ?? (flag.word === undefined ? undefined : `[${flag.word}]`);
    return [`  ${short}--${name}${value === undefined ? "" : ` ${value}`}`, flag.help] as const;
  });
  const width = Math.max(...rows.map(([left]) => left.length)) + 2;
  const options = rows.map(([left, help]) => `${left.padEnd(width)}${help}`);
  return [`Usage: galley ${synopsis}`, "", summary, "", "Options:", ...options, ...(notes ? ["", notes] : [])].join(
    "\n",
  );
}

function parse(usage: Usage, args: readonly string[]) {
  const options = Object.fromEntries(
    Object.entries(usage.flags).map(([name, { short, value, list: multiple = false }]) => {
      const type: "boolean" | "string" = value === undefined ? "boolean" : "string";
      return [name, { type, multiple, ...(short === undefined ? {} : { short }) }];
    }),
  );
  try {
    return parseArgs({ args: [...args], options, allowPositionals: true });
  } catch (error) {
    const unknown = /Unknown option '(--[^']+)'/.exec(String(error))?.[1];
    const flags = Object.keys(usage.flags).map((name) => `--${name}`);
    const same = usage.elsewhere?.[unknown?.slice(2) ?? ""];
    if (same !== undefined) throw new UsageError(`Unknown option '${unknown}': here it is ${same}`);
    if (unknown !== undefined) throw new UsageError(`Unknown option '${unknown}'${meantName(unknown, flags)}`);
    // Node's message is long; its first sentence says what is wrong.
    throw isError(error) ? new UsageError(error.message.split(/\. |\n/)[0]) : error;
  }
}
