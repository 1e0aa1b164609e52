import { execFile } from "node:child_process";
import { open, rm } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";

const run = promisify(execFile);

/** Makes a folder a disk of its own in memory, which only root can. */
export async function mountMemory(folder: string, megabytes: number): Promise<void> {
  await run("mount", ["-t", "tmpfs", "-o", `size=${megabytes}m`, "tmpfs", folder]);
}

/** Processes that still use it go on. */
export async function unmount(folder: string): Promise<void> {
  await run("umount", ["--lazy", folder]);
}

/** Fills the disk on which a folder is. The returned function makes room. */
export async function fillDisk(folder: string): Promise<() => Promise<void>> {
  const ballast = join(folder, "ballast");
  const file = await open(ballast, "w");
  const isFull = (error: unknown) => error instanceof Error && "code" in error && error.code === "ENOSPC";
  try {
    for (const block = Buffer.alloc(1 << 16, 1); ; ) await file.write(block);
  } catch (error) {
    if (!isFull(error)) throw error;
  } finally {
    await file.close();
  }
  return () => rm(ballast);
}
