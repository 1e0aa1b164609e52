import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TestProject } from "vitest/node";

declare module "vitest" {
  interface ProvidedContext {
    /** A folder for what the files of one run share: it is there until the last of them has ended. */
    readonly runFolder: string;
  }
}

/** Makes it before the first file of a run, and removes it after the last. */
export default async function setup({ provide }: TestProject): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), "galley-run-"));
  provide("runFolder", folder);
  return () => rm(folder, { recursive: true, force: true });
}
