import type { Store } from "../../../../storage/core.ts";
import { onLatest } from "../../../contract/on-latest.ts";
import type { UploadsOptions } from "../../uploads/uploads.ts";
import type { UserPart } from "../../users/user-part.ts";
import type { PluginOperations } from "../execute/plugin-operations.ts";
import { fileOperations } from "./file-operations.ts";
import { roleOperations } from "./role-operations.ts";
import { userOperations } from "./user-operations.ts";

/** The parts of a galley besides its content; null if switched off. */
export interface Parts {
  readonly users: UserPart | null;
  readonly uploads: UploadsOptions | null;
}

/** The resolvers of the parts that exist. Those that write look at the content first, on the state of the whole log. */
export function pluginOperations({ users, uploads }: Parts, store: Store): PluginOperations {
  const all: PluginOperations = {
    ...(users && { ...userOperations(users), ...roleOperations(users) }),
    ...(uploads && fileOperations(uploads)),
  };
  if (!store.opened.shared) return all;
  const caughtUp = (run: PluginOperation): PluginOperation => {
    return (args, context) => onLatest(store, () => run(args, context));
  };
  return Object.fromEntries(
    Object.entries(all).map(([name, run]) => [name, READS.has(name) ? run : caughtUp(run)] as const),
  );
}

type PluginOperation = PluginOperations[string];

const READS: ReadonlySet<string> = new Set(["me"]);
