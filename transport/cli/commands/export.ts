import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { realFileSystem, replaceFile, StorageError } from "../../../storage/internal.ts";
import type { Galley } from "../../library/galley.ts";
import { createLog } from "../../parts/operations/log.ts";
import type { Log } from "../../runtime/log.ts";
import { withoutExtension } from "../../strapi/archive/is-archive.ts";
import { archiveEntries, countVersions } from "../../strapi/archive/write/export-archive.ts";
import { extensionOf, type Packing, pack } from "../../strapi/archive/write/pack.ts";
import type { Environment } from "../command.ts";
import { type Content, findContent } from "../content/content.ts";
import { openStored } from "../content/open-stored.ts";
import { isSharedPlace } from "../content/shared-place.ts";
import { loadConfig } from "../load-config.ts";
import { type ProgressLine, withProgress } from "../output/progress-line.ts";
import { tellUnread } from "../output/tell-unread.ts";
import { resolveSettings } from "../settings.ts";
import { type Arguments, UsageError } from "../usage/usage.ts";

/** `galley export [PATH]`: writes content and files into an archive. */
export async function exportContent(args: Arguments, environment: Environment): Promise<number> {
  const runCode = args.isOn("run-config");
  const loaded = await loadConfig(process.cwd(), args.text("config"), args.operands[0], { runCode });
  const settings = {
    ...resolveSettings(args, environment, loaded),
    runCode,
    logLevel: "warn" as const,
    alertLevel: "warn" as const,
  };
  const packing = packingOf(args, settings.key);
  const file = `${withoutExtension(resolve(args.text("out") ?? defaultName(packing.createdAt)))}${extensionOf(packing)}`;
  const log = await createLog(settings.logLevel, settings.alertLevel, settings.logFormat);
  const content = await findContent(args.operands[0], settings, log);
  tellUnread(content.unread);
  if (
    content.seed === undefined &&
    (content.place === "memory" || !(isSharedPlace(content.place) || existsSync(content.place)))
  ) {
    throw new StorageError("unreadable", `There is no content in ${content.place}, and no seed`);
  }
  const opened = await openStored(settings, content, loaded, log);
  try {
    await withProgress("Entries written", { quiet: args.isOn("quiet") }, (update) => {
      return write(file, opened.galley, content, packing, log, update);
    });
  } finally {
    await opened.close();
  }
  if (content.path === null && !args.isOn("quiet")) process.stderr.write(OF_DEMO);
  process.stdout.write(`Exported ${countEntries(opened.galley)} entries to ${file}\n`);
  return 0;
}

const OF_DEMO = "This is the content of the demo blog: galley export PATH exports that of a project or file\n";

function packingOf(args: Arguments, key: string | undefined): Packing {
  const encrypt = args.isOn("encrypt");
  if (encrypt && key === undefined) throw new UsageError("--encrypt needs --key");
  return { compress: !args.isOn("no-compress"), key: encrypt ? key : undefined, createdAt: Date.now() };
}

/** Strapi names its own archives like this. */
function defaultName(createdAt: number): string {
  return `export_${new Date(createdAt).toISOString().replace(/\D/g, "").slice(0, 14)}`;
}

async function write(
  file: string,
  galley: Galley,
  content: Content,
  packing: Packing,
  log: Log,
  update: ProgressLine["update"],
): Promise<void> {
  const entries = archiveEntries({
    engine: galley.engine.fork(),
    definition: content.schema,
    files: galley.files,
    access: content,
    createdAt: packing.createdAt,
    missing: (name) => log.warn({ file: name }, "An uploaded file is missing, and the archive is without it"),
    wrote: update,
  });
  await replaceFile(realFileSystem, await realFileSystem.realPath(file), pack(entries, packing));
}

/** The versions of the types with REST routes. */
function countEntries({ engine }: Galley): number {
  const types = [...engine.schema.types.values()].filter(({ rest }) => rest);
  return types.reduce((sum, { uid }) => sum + countVersions(engine, uid), 0);
}
