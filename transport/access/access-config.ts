import type { Roles } from "./roles.ts";
import type { TokenConfig } from "./tokens.ts";

/** Who may do what. */
export interface AccessConfig {
  readonly roles: Roles;
  readonly tokens: readonly TokenConfig[];
}
