import type { Store } from "../../../../storage/core.ts";
import { onLatest } from "../../../contract/on-latest.ts";
import type { Arguments } from "./arguments/list-params.ts";
import type { Resolving } from "./resolve.ts";

/**
 * Resolvers of the plugins' operations by the name of their root field: each gets the field's arguments and returns the
 * source of the field's selection. Throws EngineError or HttpError.
 */
export type PluginOperations = {
  readonly [field: string]: (args: Arguments, context: Resolving) => unknown;
};

/** The same resolvers; a resolver that writes looks at the content on the state of the whole log. */
export function onLatestContent(operations: PluginOperations, store: Store): PluginOperations {
  if (!store.opened.shared) return operations;
  const caughtUp = (run: PluginOperations[string]): PluginOperations[string] => {
    return (args, context) => onLatest(store, () => run(args, context));
  };
  return Object.fromEntries(
    Object.entries(operations).map(([name, run]) => [name, READS.has(name) ? run : caughtUp(run)] as const),
  );
}

const READS: ReadonlySet<string> = new Set(["me"]);
