import type { Arguments } from "./usage/usage.ts";

export type Environment = Readonly<Record<string, string | undefined>>;

/** Runs a command. Returns the exit code. */
export type Run = (args: Arguments, environment: Environment) => Promise<number>;
