import type { Roles } from "./roles.ts";
import type { TokenConfig } from "./tokens.ts";

/** Configuration of roles, tokens and rate limits. */
export interface AccessConfig {
  readonly roles: Roles;
  readonly tokens: readonly TokenConfig[];
  /** Lets everyone read every content type. Default: as when the content was opened. */
  readonly open?: boolean;
}
