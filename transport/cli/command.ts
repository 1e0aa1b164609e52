import type { Arguments, Usage } from "./usage/usage.ts";

export type Environment = Readonly<Record<string, string | undefined>>;

/** Runs the command. Returns the exit code. */
export type Run = (args: Arguments, environment: Environment) => Promise<number>;

/** A word after `galley`. */
export interface Command {
  readonly usage: Usage;
  /** Imports the command's modules, which help and version do without. */
  load(): Promise<Run>;
}
