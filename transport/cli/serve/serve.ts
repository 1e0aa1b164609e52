import { setTimeout } from "node:timers/promises";
import { slownessInWords } from "../../parts/control/faults/slowness-config.ts";
import { createLog } from "../../parts/operations/log.ts";
import type { Environment } from "../command.ts";
import { accessOf } from "../content/content.ts";
import type { Arguments } from "../usage/usage.ts";
import { banner } from "./banner.ts";
import { ServedSource } from "./served-source.ts";
import { type Serving, serveOnce } from "./serving.ts";
import { Hangup, untilSignal } from "./signals.ts";
import { withoutPretenuring } from "./without-pretenuring.ts";

/** `galley [serve] [PATH]`: serves until a signal comes. */
export async function serve(args: Arguments, environment: Environment): Promise<number> {
  withoutPretenuring();
  const worker = environment.GALLEY_WORKER === undefined ? null : await import("./workers/worker.ts");
  if (worker?.isWorker()) return worker.work(args, environment);
  const stopped = untilSignal();
  const hangup = new Hangup();
  const source = new ServedSource(args, environment, process.cwd());
  const configured = await source.configure();
  const { settings } = configured;
  const log = await createLog(settings.logLevel, settings.alertLevel, settings.logFormat);
  const slow = slownessInWords(settings.config);
  if (slow !== "") log.warn({}, `Answers are spoiled on purpose: ${slow}`);
  if (settings.workers > 1) {
    const { serveByWorkers } = await import("./workers/primary.ts");
    return serveByWorkers(configured, source, log, { stopped, hangup });
  }
  const deployed = await source.find(configured, log);
  let serving: Serving;
  if (settings.watch) {
    const { serveWatched } = await import("./serve-watched.ts");
    serving = await serveWatched(deployed, source, log);
  } else {
    serving = await serveOnce(deployed, log);
  }
  hangup.reload(async () => {
    const again = await source.configure();
    serving.galley.setAccess(accessOf(again.settings, serving.deployed.content));
  }, log);
  try {
    const { galley, listening } = serving;
    const hadContent = galley.store.opened.head > 0;
    if (settings.banner) process.stdout.write(banner(galley, { ...listening, hadContent }, settings, deployed.content));
    const code = await stopped;
    serving.galley.drain();
    await setTimeout(settings.config.drainDelay ?? 0);
    return code;
  } finally {
    hangup.end();
    await serving.close();
  }
}
