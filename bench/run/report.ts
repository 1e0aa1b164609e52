import { mkdir, writeFile } from "node:fs/promises";
import { join, relative } from "node:path";
import { table } from "../../transport/cli/bench/table.ts";
import { RESULTS } from "./folders.ts";

/** The columns of a table by their heads, each with the text of its cell in a row. */
export type Columns<Row> = { readonly [head: string]: (row: Row) => string };

export function tableOf<Row>(rows: readonly Row[], columns: Columns<Row>): string {
  const cells = Object.values(columns);
  return table(
    Object.keys(columns),
    rows.map((row) => cells.map((cell) => cell(row))),
  );
}

/** Writes results as JSON to `bench/results/`, with a chart if there is one, and prints the paths. */
export async function save(name: string, results: object, svg?: string): Promise<void> {
  await mkdir(RESULTS, { recursive: true });
  const file = join(RESULTS, `${name}-${new Date().toISOString().slice(0, 19).replaceAll(":", "")}`);
  const texts = { json: `${JSON.stringify(results, null, 2)}\n`, ...(svg !== undefined && { svg }) };
  for (const [kind, text] of Object.entries(texts)) {
    await writeFile(`${file}.${kind}`, text);
    console.log(relative(process.cwd(), `${file}.${kind}`));
  }
}
