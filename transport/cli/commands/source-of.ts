import { version } from "../../runtime/version.ts";
import { sourceToken } from "../../twin/source/token.ts";
import { Upstream } from "../../twin/source/upstream.ts";
import { TwinError } from "../../twin/twin-error.ts";
import type { Environment } from "../command.ts";
import { type Arguments, UsageError } from "../usage/usage.ts";

/** The source that the flags of a command name. */
export async function sourceOf(args: Arguments, environment: Environment, address: string): Promise<Upstream> {
  if (args.isOn("insecure")) process.env.NODE_TLS_REJECT_UNAUTHORIZED = "0";
  const token = await sourceToken({ variable: args.text("token-env"), file: args.text("token-file") }, environment);
  return new Upstream(address, { version: version(), token, rate: countOf(args, "rate"), strict: args.isOn("strict") });
}

/** A second source, whose token `--against-token-env` names. */
export function otherSourceOf(args: Arguments, environment: Environment, address: string): Promise<Upstream> {
  const text = (flag: string) =>
    flag === "token-env" ? args.text("against-token-env") : flag === "token-file" ? undefined : args.text(flag);
  const { operands, command } = args;
  return sourceOf({ operands, command, text, isOn: (flag) => args.isOn(flag) }, environment, address);
}

/** @throws UsageError for anything but a number above 0 */
export function countOf(args: Arguments, flag: string): number | undefined {
  const text = args.text(flag);
  if (text === undefined) return undefined;
  const number = Number(text.replace(/\/s$/, ""));
  if (!(number > 0)) throw new UsageError(`--${flag} must be a number above 0`);
  return number;
}

/** The names of a flag, with commas between them. */
export function namesOf(args: Arguments, flag: string): readonly string[] | undefined {
  return args
    .text(flag)
    ?.split(",")
    .map((name) => name.trim())
    .filter((name) => name !== "");
}

/** The exit code of a comparison: 2 if it could not be made, since 1 says that something differs. */
export async function exitCodeOf(compare: () => Promise<number>): Promise<number> {
  try {
    return await compare();
  } catch (error) {
    if (!(error instanceof TwinError)) throw error;
    process.stderr.write(`galley: ${error.message}\n`);
    return 2;
  }
}
