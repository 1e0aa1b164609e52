import type { TokenConfig } from "../../access/tokens.ts";
import { ConfigError } from "../../config/config-error.ts";

/** How a galley is controlled over HTTP, under `/__galley/` and by the header `X-Galley-Fork`. */
export interface ControlConfig {
  /** Gives access to `/__galley/`, as every full-access token does. */
  readonly token?: string;
  /** Maximum number of forks: 1000. */
  readonly maxForks?: number;
  /** Bytes of the forks that were created by naming them; the least recently named ones are dropped for new ones: 256 MiB. */
  readonly maxForkBytes?: number;
}

/**
 * The settings; null if control is off.
 *
 * @throws ConfigError if there would be no token to control with.
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
