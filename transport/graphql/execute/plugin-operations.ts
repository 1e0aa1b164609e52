import type { Arguments } from "./list-params.ts";
import type { Resolving } from "./resolve.ts";

/**
 * What carries out the operations of plugins, by the name of their root field: each gets the arguments of the field, and
 * what it answers is what the field's selection is read from. Throws EngineError or HttpError.
 */
export type PluginOperations = {
  readonly [field: string]: (args: Arguments, context: Resolving) => unknown;
};
