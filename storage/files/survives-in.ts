import type { Survives } from "../port.ts";
import type { Report } from "../report.ts";
import type { FileSystem } from "./file-system.ts";

/**
 * The faults that acknowledged writes in a folder survive: a power cut only where its names can be flushed. Reports if
 * not.
 */
export async function survivesIn(files: FileSystem, folder: string, report: Report): Promise<Survives> {
  if (await files.syncFolder(folder)) return "power loss";
  // There it is known of the whole system.
  if (process.platform !== "win32") {
    report("The file system cannot flush a folder: the last writes may be lost in a power cut", { folder });
  }
  return "process crash";
}
