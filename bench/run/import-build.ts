import { existsSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

type Exports = typeof import("../../transport/galley.ts") & typeof import("../../storage/index.ts");
type Pretenuring = typeof import("../../transport/cli/serve/without-pretenuring.ts");

/** The exports of a compiled build, as users run it; earlier revisions had no setup of V8 by `galley serve`. */
export async function importBuild(build: string): Promise<Exports & Partial<Pretenuring>> {
  const files = ["transport/galley.js", "storage/index.js", "transport/cli/serve/without-pretenuring.js"];
  const there = files.map((file) => join(build, file)).filter((file) => existsSync(file));
  return Object.assign({}, ...(await Promise.all(there.map((file) => import(pathToFileURL(file).href)))));
}
