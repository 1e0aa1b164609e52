import { randomBytes } from "node:crypto";
import { JournalOwner } from "../../../../storage/adapters/workers/index.ts";
import { FolderFileStore, JournalStorage } from "../../../../storage/internal.ts";
import { createLog } from "../../../parts/operations/log.ts";
import { type Log, reportTo } from "../../../runtime/log.ts";
import { openStorage, RESERVE } from "../../content/open-storage.ts";
import { UsageError } from "../../usage/usage.ts";
import type { ServedSource } from "../served-source.ts";
import type { Deployed } from "../serving.ts";
import type { Hangup } from "../signals.ts";
import { holdPort } from "./held-port.ts";
import { refuseWithWorkers } from "./refuse.ts";
import { uploadsOf } from "./uploads-of.ts";
import { Workers } from "./workers.ts";

/**
 * Serves by so many processes as the settings say, until a signal comes. This one owns the journal, starts a worker again
 * that ends, and has neither content nor a port.
 */
export async function serveByWorkers(
  configured: Pick<Deployed, "loaded" | "settings">,
  source: ServedSource,
  log: Log,
  { stopped, hangup }: { readonly stopped: Promise<number>; readonly hangup: Hangup },
): Promise<number> {
  const { settings } = configured;
  const silent = await createLog("silent", "silent", settings.logFormat);
  // Silent: the first worker reports the project's faults.
  const { content } = await source.find(configured, silent);
  refuseWithWorkers(settings, content);
  const { port, lock } = await holdPort(settings);
  const { metrics } = content.config;
  if (!((await openStorage(content.place, log)) instanceof JournalStorage)) {
    throw new UsageError("--workers needs a journal to share: --data FOLDER");
  }
  const storage = new JournalStorage(content.place, {
    report: reportTo(log),
    reserve: RESERVE,
    onUnmarked: () => {
      // None of it is acknowledged; the next start finds everything that is on the disk.
      process.stderr.write("galley: ends, since the journal's mark cannot be written, which the workers follow\n");
      process.exit(1);
    },
  });
  const owner = await JournalOwner.open(content.place, storage, reportTo(log));
  const apart = typeof metrics === "object" ? await holdPort({ host: "127.0.0.1", ...metrics }) : null;
  try {
    await new FolderFileStore(uploadsOf(content.place)).removeLeftovers();
    const start = {
      port,
      metricsPort: apart?.port ?? null,
      freshToken: content.freshToken,
      jwtSecret: settings.jwtSecret ?? content.config.jwtSecret ?? randomBytes(32).toString("base64url"),
    };
    return await new Workers(owner, settings, start, log).run(stopped, hangup);
  } finally {
    await owner.close();
    await Promise.all([lock.release(), apart?.lock.release()]);
  }
}
