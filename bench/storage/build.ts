import { join } from "node:path";
import { pathToFileURL } from "node:url";

type GalleyModule = typeof import("../../transport/galley.ts");
type StorageModule = typeof import("../../storage/index.ts");

/** The exports of a compiled build, as users run it. */
export async function importBuild(build: string): Promise<GalleyModule & StorageModule> {
  const load = (file: string) => import(pathToFileURL(join(build, file)).href);
  return { ...(await load("transport/galley.js")), ...(await load("storage/index.js")) };
}
