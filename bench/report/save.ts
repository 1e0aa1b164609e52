import { mkdir, writeFile } from "node:fs/promises";
import { join, relative } from "node:path";
import { RESULTS } from "../run/build.ts";

/** Writes results as JSON and as a chart into `bench/results/`; gives the paths from the folder one is in. */
export async function save(name: string, results: object, svg: string): Promise<readonly string[]> {
  await mkdir(RESULTS, { recursive: true });
  const base = join(RESULTS, `${name}-${new Date().toISOString().slice(0, 19).replaceAll(":", "")}`);
  await writeFile(`${base}.json`, `${JSON.stringify(results, null, 2)}\n`);
  await writeFile(`${base}.svg`, svg);
  return [`${base}.json`, `${base}.svg`].map((path) => relative(process.cwd(), path));
}
