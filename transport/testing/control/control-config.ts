import type { TokenConfig } from "../../access/tokens.ts";
import { ConfigError } from "../../config/config-error.ts";

/** How a galley is controlled over HTTP, under `/__galley/` and by the header `X-Galley-Fork`. */
export interface ControlConfig {
  /** Opens `/__galley/`, as every token with full access does. */
  readonly token?: string;
  /** How many forks there may be at once: 1000. */
  readonly maxForks?: number;
  /** Bytes that forks may hold which were made by being named; the one named longest ago goes for the next: 256 MiB. */
  readonly maxForkBytes?: number;
}

/**
 * What was chosen; null where nobody may control anything.
 *
 * @throws ConfigError when there would be no token to control with.
 */
export function controlConfigOf(given: boolean | ControlConfig, tokens: readonly TokenConfig[]): ControlConfig | null {
  if (given === false) return null;
  const config = given === true ? {} : given;
  const canControl =
    config.token !== undefined || tokens.some((token) => "access" in token && token.access === "full-access");
  if (canControl) return config;
  const message = "needs a token with full access among the tokens, or a token of its own";
  throw new ConfigError("Control", [{ path: ["control"], message }]);
}
