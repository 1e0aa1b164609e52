import { setTimeout } from "node:timers/promises";
import { createLog } from "../log.ts";
import { banner } from "./banner.ts";
import { accessOf, findContent, openContent } from "./content.ts";
import { listenOn } from "./listen.ts";
import { loadConfig } from "./load-config.ts";
import { openStorage } from "./open-storage.ts";
import type { Environment } from "./run.ts";
import { resolveSettings } from "./settings.ts";
import { onHangup, untilSignal } from "./signals.ts";
import type { Arguments } from "./usage.ts";
import { watchStorage } from "./watch-storage.ts";

/** `galley [serve] [PATH]`: serves until a signal comes. */
export async function serve(args: Arguments, environment: Environment): Promise<number> {
  const stopped = untilSignal();
  const loaded = await loadConfig(process.cwd(), args.text("config"), args.operands[0]);
  const settings = resolveSettings(args, environment, loaded);
  const log = await createLog(settings.logLevel, settings.alertLevel, settings.logFormat);
  const content = await findContent(args.operands[0], settings, log);
  const storage = openStorage(content.place, log);
  const galley = await openContent(settings, content, loaded, log, { storage });
  const unwatch = settings.watch ? watchStorage(storage, galley.store, log) : () => {};
  const forget = onHangup(async () => {
    const again = await loadConfig(process.cwd(), args.text("config"), args.operands[0]);
    galley.setAccess(accessOf(resolveSettings(args, environment, again), content));
  }, log);
  try {
    const listening = await listenOn(galley, settings);
    const hadContent = galley.store.opened.head > 0;
    if (settings.banner) process.stdout.write(banner(galley, { ...listening, hadContent }, settings, content));
    const code = await stopped;
    galley.drain();
    await setTimeout(settings.config.drainDelay ?? 0);
    return code;
  } finally {
    unwatch();
    forget();
    await galley.close();
  }
}
