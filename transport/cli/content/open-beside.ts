import { newToken } from "../../access/tokens.ts";
import type { Galley } from "../../library/galley.ts";
import { createLog } from "../../parts/operations/log.ts";
import type { Environment } from "../command.ts";
import { loadConfig } from "../load-config.ts";
import { resolveSettings } from "../settings.ts";
import type { Arguments } from "../usage/usage.ts";
import { findContent, openContent } from "./content.ts";

/** The galley of `galley PATH`, in memory and silent, with a token for everything. */
export async function openBeside(
  path: string,
  environment: Environment,
): Promise<{ readonly galley: Galley; readonly prefix: string; readonly token: string }> {
  const args: Arguments = { operands: [path], command: [], text: () => undefined, isOn: () => false };
  const loaded = await loadConfig(path, undefined, path);
  const token = newToken();
  const settings = {
    ...resolveSettings(args, { ...environment, GALLEY_TOKEN: undefined }, loaded),
    storage: "memory",
    isDefaultPlace: false,
    banner: false,
    token,
  };
  const log = await createLog("silent", "silent", settings.logFormat);
  const content = await findContent(path, settings, log);
  const galley = await openContent(settings, content, loaded, log);
  return { galley, prefix: settings.config.rest?.prefix ?? "/api", token };
}
