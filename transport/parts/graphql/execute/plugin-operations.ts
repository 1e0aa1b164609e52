import type { Arguments } from "./arguments/list-params.ts";
import type { Resolving } from "./resolve.ts";

/**
 * Resolvers of the plugins' operations by the name of their root field: each gets the field's arguments and returns the
 * source of the field's selection. Throws EngineError or HttpError.
 */
export type PluginOperations = {
  readonly [field: string]: (args: Arguments, context: Resolving) => unknown;
};
