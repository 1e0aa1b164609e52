import { type ParseArgsConfig, parseArgs } from "node:util";
import { isError } from "../../storage/internal.ts";

type Options = NonNullable<ParseArgsConfig["options"]>;

type Given<O extends Options> = ReturnType<typeof parseArgs<{ options: O }>>["values"];

/**
 * Parses the arguments of a benchmark. `--help` prints the help and ends the process. An invalid argument ends it with
 * one line and exit code 2, before anything is built or measured.
 */
export function commandLine<const O extends Options>(help: string, options: O): Given<O> {
  try {
    const { values } = parseArgs({ options: { ...options, help: { type: "boolean" } } });
    // The type system cannot follow the merged options.
    if (!("help" in values)) return values as Given<O>;
  } catch (error) {
    // The first sentence of Node's long message names the fault.
    refuse(isError(error) ? (error.message.split(/\. |\n/)[0] ?? "") : String(error));
  }
  console.log(help);
  process.exit(0);
}

/** Ends the process with a message about its arguments. */
export function refuse(message: string): never {
  console.error(`${message}\nTry --help`);
  process.exit(2);
}

/** The most posts that memory allows. */
const MOST = 10_000_000;

/** An integer of 1 or more. */
export function wholeNumber(option: string, text: string): number {
  const number = /^\d+$/.test(text) ? Number(text) : 0;
  if (number >= 1 && number <= MOST) return number;
  return refuse(`--${option} must be a whole number from 1 to ${MOST}, not ${text}`);
}

/** A span of time. */
export function secondsIn(option: string, text: string): number {
  const seconds = text.trim() === "" ? 0 : Number(text);
  if (seconds > 0 && seconds <= 3600) return seconds;
  return refuse(`--${option} must be a number of seconds above 0 and up to 3600, not ${text}`);
}

/** Texts that are each one of some choices. */
export function choicesIn<C extends string>(option: string, texts: readonly string[], choices: readonly C[]): C[] {
  return texts.map(
    (text) =>
      choices.find((choice) => choice === text) ??
      refuse(`--${option} must be one of ${choices.join(", ")}, not ${text}`),
  );
}
