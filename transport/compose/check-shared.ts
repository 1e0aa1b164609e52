import type { Issue } from "../../engine/internal.ts";
import { ConfigError } from "../config/config-error.ts";
import type { CreateOptions } from "../config/galley-options.ts";
import type { AnySchema } from "../library/typed/schema.ts";

/**
 * Options that require a store of one process: over a shared log each node would apply its own.
 *
 * @throws ConfigError with the path of each.
 */
export function checkShared({ ids, users, jwtSecret, control }: CreateOptions<AnySchema>): void {
  const issues: Issue[] = [];
  const refuse = (option: string, message: string) => issues.push({ path: [option], message });
  if (ids !== undefined && ids !== "random")
    refuse("ids", 'must be "random" over a shared log: two nodes would make the same');
  if (users && jwtSecret === undefined) refuse("jwtSecret", "is needed over a shared log: the same for all nodes");
  if (control) refuse("control", "cannot be used over a shared log: it would reset the content of all nodes");
  if (issues.length > 0) throw new ConfigError("Options", issues);
}
