import { mkdir, writeFile } from "node:fs/promises";
import { join, relative } from "node:path";
import { RESULTS } from "../run/folders.ts";

/** Writes results as JSON to `bench/results/`; returns the path relative to the working directory. */
export async function saveJson(name: string, results: object): Promise<string> {
  const file = `${await baseOf(name)}.json`;
  await writeFile(file, `${JSON.stringify(results, null, 2)}\n`);
  return relative(process.cwd(), file);
}

/** Writes results as JSON and as a chart to `bench/results/`; returns the paths relative to the working directory. */
export async function save(name: string, results: object, svg: string): Promise<readonly string[]> {
  const json = await saveJson(name, results);
  const file = json.replace(/json$/, "svg");
  await writeFile(file, svg);
  return [json, file];
}

async function baseOf(name: string): Promise<string> {
  await mkdir(RESULTS, { recursive: true });
  return join(RESULTS, `${name}-${new Date().toISOString().slice(0, 19).replaceAll(":", "")}`);
}
