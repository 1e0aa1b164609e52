import { type ParseArgsConfig, parseArgs } from "node:util";
import { isError } from "../../storage/internal.ts";
import { programs } from "../programs.ts";

/** An option of a benchmark. */
interface Option<T> {
  /** The name of its value in the help; a flag has none. */
  readonly value?: string;
  /** May be given several times. */
  readonly isRepeated?: boolean;
  /** With the default in parentheses. */
  readonly help: string;
  /** `texts` is empty if the option was not given. */
  read(name: string, texts: readonly string[]): T;
}

type Options = { readonly [name: string]: Option<unknown> };

type Given<O extends Options> = { readonly [name in keyof O]: O[name] extends Option<infer T> ? T : never };

/**
 * Parses the arguments of the benchmark of this name. `--help` prints the help and ends the process. An invalid argument
 * ends it with one line and exit code 2, before anything is built or measured.
 */
export function commandLine<const O extends Options>(program: string, options: O): Given<O> {
  const values = parse(options);
  if ("help" in values) {
    console.log(helpOf(program, options));
    process.exit(0);
  }
  const read = Object.entries(options).map(([name, option]) => {
    const given = values[name] ?? [];
    return [name, option.read(name, [given].flat().map(String))];
  });
  return Object.fromEntries(read);
}

function parse(options: Options) {
  const parsed = Object.entries(options).map(([name, { value, isRepeated = false }]) => {
    return [name, { type: value === undefined ? "boolean" : "string", multiple: isRepeated }] as const;
  });
  const config: ParseArgsConfig["options"] = { ...Object.fromEntries(parsed), help: { type: "boolean" } };
  try {
    return parseArgs({ options: config }).values;
  } catch (error) {
    // The first sentence of Node's long message names the fault.
    return refuse(isError(error) ? (error.message.split(/\. |\n/)[0] ?? "") : String(error));
  }
}

function helpOf(program: string, options: Options): string {
  const all = { ...options, help: flag("Show this help") };
  const rows = Object.entries(all).map(([name, { value, help }]) => [`--${name} ${value ?? ""}`.trim(), help] as const);
  const width = Math.max(...rows.map(([option]) => option.length));
  const does = programs.find(({ name }) => name === program)?.does;
  const lines = rows.map(([option, help]) => `  ${option.padEnd(width)}  ${help}`);
  return [`npm run bench -- ${program} [options]`, "", does, "", ...lines].join("\n");
}

/** Ends the process with a message about its arguments. */
export function refuse(message: string): never {
  console.error(`${message}\nTry --help`);
  process.exit(2);
}

export function flag(help: string): Option<boolean> {
  return { help, read: (_, texts) => texts.length > 0 };
}

export function text<D extends string | undefined>(value: string, help: string, standard: D): Option<string | D> {
  return once(value, help, standard, (_, text) => text);
}

/** An integer of 1 or more. */
export function whole<D extends number | undefined>(value: string, help: string, standard: D): Option<number | D> {
  return once(value, help, standard, wholeNumber);
}

/** Several integers of 1 or more. */
export function wholes(value: string, help: string): Option<readonly number[]> {
  return repeated(value, help, (name, texts) => texts.map((text) => wholeNumber(name, text)));
}

/** A span of time. */
export function seconds<D extends number | undefined>(help: string, standard: D): Option<number | D> {
  return once("SECONDS", help, standard, (name, text) => {
    const seconds = text.trim() === "" ? 0 : Number(text);
    if (seconds > 0 && seconds <= 3600) return seconds;
    return refuse(`--${name} must be a number of seconds above 0 and up to 3600, not ${text}`);
  });
}

/** One of some choices, the first by default. */
export function oneOf<const C extends string>(help: string, choices: readonly [C, ...C[]]): Option<C> {
  const [standard] = choices;
  return once("NAME", `${help}: ${choices.join(", ")}`, standard, (name, text) => choiceIn(name, text, choices));
}

/** Some of some choices. */
export function someOf<C extends string>(help: string, choices: readonly C[], standard: readonly C[]): Option<C[]> {
  const all = standard.length === choices.length ? "all" : standard.join(", ") || undefined;
  const read = (name: string, texts: readonly string[]) => {
    return texts.length === 0 ? [...standard] : texts.map((text) => choiceIn(name, text, choices));
  };
  return repeated("NAME", withDefault(help, all), read, choices);
}

/** Texts that names have in them, one of these at least. The empty text, which all of them have, by default. */
export function withinNames(help: string, names: readonly string[]): Option<readonly string[]> {
  return repeated("TEXT", help, (option, texts) => {
    const unknown = texts.find((text) => !names.some((name) => name.includes(text)));
    if (unknown !== undefined) refuse(`No ${option} has "${unknown}" in its name`);
    return texts.length === 0 ? [""] : texts;
  });
}

function once<T, D extends T | undefined>(
  value: string,
  help: string,
  standard: D,
  read: (name: string, text: string) => T,
): Option<T | D> {
  return {
    value,
    help: withDefault(help, standard),
    read: (name, [text]) => (text === undefined ? standard : read(name, text)),
  };
}

function repeated<T>(value: string, help: string, read: Option<T>["read"], choices: readonly string[] = []): Option<T> {
  const names = choices.length > 0 ? `: ${choices.join(", ")}` : "";
  return { value, isRepeated: true, help: `${help}; may be repeated${names}`, read };
}

/** The most posts that memory allows. */
const MOST = 10_000_000;

function wholeNumber(option: string, text: string): number {
  const number = /^\d+$/.test(text) ? Number(text) : 0;
  if (number >= 1 && number <= MOST) return number;
  return refuse(`--${option} must be a whole number from 1 to ${MOST}, not ${text}`);
}

function choiceIn<C extends string>(option: string, text: string, choices: readonly C[]): C {
  const choice = choices.find((each) => each === text);
  return choice ?? refuse(`--${option} must be one of ${choices.join(", ")}, not ${text}`);
}

function withDefault(help: string, standard: unknown): string {
  return standard === undefined || standard === "" ? help : `${help} (${standard})`;
}
