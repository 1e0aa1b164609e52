import { setTimeout } from "node:timers/promises";
import { type Channel, WorkerStorage } from "../../../../storage/adapters/workers/index.ts";
import { FolderFileStore } from "../../../../storage/internal.ts";
import { chooseListener } from "../../../adapters/choose.ts";
import type { GalleyConfig } from "../../../config/config.ts";
import type { Listener } from "../../../http/port.ts";
import { createLog } from "../../../parts/operations/log.ts";
import { reportTo } from "../../../runtime/log.ts";
import type { Environment } from "../../command.ts";
import { accessOf, openContent } from "../../content/content.ts";
import type { Arguments } from "../../usage/usage.ts";
import { banner } from "../banner.ts";
import { listenOn } from "../listen.ts";
import { ServedSource } from "../served-source.ts";
import { Hangup } from "../signals.ts";
import { type FromWorker, messageOf, type ToWorker, type WorkerStart } from "./messages.ts";
import { metricsByParent } from "./metrics-of-worker.ts";
import { uploadsOf } from "./uploads-of.ts";

/** Whether a process that was started as a worker has the one that started it. */
export function isWorker(): boolean {
  return process.send !== undefined;
}

/** Serves until the process that started this one says that it is enough; ends with it, whatever is under way. */
export async function work(args: Arguments, environment: Environment): Promise<number> {
  // They are sent to all processes of a terminal or service: the first one decides.
  process.on("SIGINT", () => {});
  process.on("SIGTERM", () => {});
  const hangup = new Hangup();
  const { started, ended } = orders();
  tell({ galley: "hello" });
  const start = await started;
  const source = new ServedSource(args, environment, process.cwd());
  const { loaded, settings: found } = await source.configure();
  const settings = { ...found, port: start.port, jwtSecret: start.jwtSecret, banner: found.banner && start.isFirst };
  const log = await createLog(settings.logLevel, settings.alertLevel, settings.logFormat);
  const quiet = start.isFirst ? log : await createLog("silent", "silent", settings.logFormat);
  const { content: unshared } = await source.find({ loaded, settings }, quiet);
  const { freshToken } = start;
  const config = withMetricsPort(unshared.config, start.metricsPort);
  const content = { ...unshared, config, freshToken, ...accessOf(settings, { ...unshared, freshToken }) };
  const galley = await openContent(settings, content, loaded, log, {
    storage: new WorkerStorage(content.place, toParent, {
      onLost: ({ message }) => {
        process.stderr.write(`galley: this worker ends, since the journal cannot be followed: ${message}\n`);
        process.exit(1);
      },
      ...(environment.GALLEY_WORKER === "1" && { report: reportTo(log) }),
    }),
    files: new FolderFileStore(uploadsOf(content.place), undefined, { isShared: true }),
    among: { metricsOfAll: metricsByParent(tell), worker: Number(environment.GALLEY_WORKER) },
  });
  hangup.reload(async () => {
    galley.setAccess(accessOf((await source.configure()).settings, content));
  }, log);
  try {
    let listenerNote: string | null = null;
    const chosen = await chooseListener(settings.listener, settings.host, (line) => {
      listenerNote = line;
      if (start.isFirst) log.info({}, line);
    });
    const listening = await listenOn(galley, { ...settings, listener: sharing(chosen) });
    const hadContent = galley.store.opened.head > 0;
    tell({ galley: "ready", banner: banner(galley, { ...listening, listenerNote, hadContent }, settings, content) });
    await ended;
    galley.drain();
    await setTimeout(settings.config.drainDelay ?? 0);
    return 0;
  } finally {
    hangup.end();
    await galley.close();
  }
}

/** All workers listen on the port that the first process has found. */
function withMetricsPort(config: GalleyConfig, port: number | null): GalleyConfig {
  return typeof config.metrics !== "object" || port === null
    ? config
    : { ...config, metrics: { ...config.metrics, port } };
}

/** Listens beside the other workers. */
function sharing(listener: Listener): Listener {
  return {
    name: listener.name,
    listen: (handler, options) => listener.listen(handler, { ...options, isShared: true }),
  };
}

function orders(): { readonly started: Promise<WorkerStart>; readonly ended: Promise<void> } {
  let end = (): void => {};
  let start = (_: WorkerStart): void => {};
  const started = new Promise<WorkerStart>((resolve) => {
    start = resolve;
  });
  const ended = new Promise<void>((resolve) => {
    end = resolve;
  });
  process.on("message", (message) => {
    const order = messageOf<ToWorker>(["start", "end"], message);
    if (order?.galley === "start") start(order.start);
    if (order?.galley === "end") end();
  });
  // Writes under way were not acknowledged, and cannot be any more.
  process.on("disconnect", () => process.exit(1));
  return { started, ended };
}

/** Nothing handles an error: if the other process is gone, this one ends by "disconnect". */
function send(message: object): void {
  process.send?.(message, undefined, undefined, () => {});
}

function tell(message: FromWorker): void {
  send(message);
}

const toParent: Channel = {
  send: (message) => send(message as object),
  onMessage: (listener) => void process.on("message", listener),
  onClose: (listener) => void process.on("disconnect", listener),
};
