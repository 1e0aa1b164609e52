import type { Galley } from "../../library/galley.ts";
import { createLog } from "../../parts/operations/log.ts";
import type { Environment } from "../command.ts";
import { loadConfig } from "../load-config.ts";
import { tellUnread } from "../output/tell-unread.ts";
import { resolveSettings } from "../settings.ts";
import type { Arguments } from "../usage/usage.ts";
import { findContent } from "./content.ts";
import { openStored } from "./open-stored.ts";

/** Opens the content that PATH would serve, as stored, for a command that describes it. */
export async function withServed<T>(
  args: Arguments,
  environment: Environment,
  tell: (galley: Galley) => Promise<T> | T,
): Promise<T> {
  const runCode = args.isOn("run-config");
  const loaded = await loadConfig(process.cwd(), args.text("config"), args.operands[0], { runCode });
  const settings = { ...resolveSettings(args, environment, loaded), runCode };
  const log = await createLog("error", "error", settings.logFormat);
  const content = await findContent(args.operands[0], settings, log);
  tellUnread(content.unread);
  // Only a server generates a token for its run.
  const lasting = content.tokens.filter(({ name }) => content.freshToken === null || name !== "this run");
  const { galley, close } = await openStored(settings, { ...content, tokens: lasting }, loaded, log);
  try {
    return await tell(galley);
  } finally {
    await close();
  }
}
