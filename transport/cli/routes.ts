import type { RouteInfo } from "../http/route-list.ts";
import { createLog } from "../operations/log.ts";
import { findContent } from "./content.ts";
import { loadConfig } from "./load-config.ts";
import { openStored } from "./open-stored.ts";
import type { Environment } from "./run.ts";
import { resolveSettings } from "./settings.ts";
import type { Arguments } from "./usage/usage.ts";

/** `galley routes [PATH]`: lists the routes, without serving them. */
export async function routes(args: Arguments, environment: Environment): Promise<number> {
  const loaded = await loadConfig(process.cwd(), args.text("config"), args.operands[0]);
  const settings = resolveSettings(args, environment, loaded);
  const log = await createLog("error", "error", settings.logFormat);
  const content = await findContent(args.operands[0], settings, log);
  // The token of a run is that of a server.
  const lasting = content.tokens.filter(({ name }) => content.freshToken === null || name !== "this run");
  const { galley, close } = await openStored(settings, { ...content, tokens: lasting }, loaded, log);
  try {
    const listed = galley.routes();
    process.stdout.write(args.isOn("json") ? `${JSON.stringify(listed, null, 2)}\n` : tableOf(listed));
  } finally {
    await close();
  }
  return 0;
}

function tableOf(routes: readonly RouteInfo[]): string {
  const width = Math.max(...routes.map(({ path }) => path.length));
  return routes
    .map(({ method, path, callers }) => {
      const who = callers.includes("public") ? "everyone" : callers.join(", ") || "no one yet";
      return `${method.padEnd(6)} ${path.padEnd(width)}  ${who}\n`;
    })
    .join("");
}
