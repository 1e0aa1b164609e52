import { mkdir, writeFile } from "node:fs/promises";
import { basename, dirname, extname, join, relative, resolve } from "node:path";
import { errorCode } from "../../../storage/internal.ts";
import type { InferredTypes } from "../../json-server/infer-types.ts";
import { isJsonServerData } from "../../json-server/is-json-server.ts";
import { wholeOf } from "../../runtime/lazy-members.ts";
import { EXTENSIONS } from "../../strapi/project/files/read-data.ts";
import { readSections } from "../../strapi/project/files/read-sections.ts";
import { inferFile } from "../../strapi/project/infer-file.ts";
import { ProjectError } from "../../strapi/project/project-error.ts";
import { withProgress } from "../output/progress-line.ts";
import { shellWord } from "../output/shell-words.ts";
import { type Arguments, UsageError } from "../usage/usage.ts";

const CONFIG = {
  profile: "contract",
  seed: "seed.json",
  open: true,
};

/** `galley import FILE`: creates a project from json-server data. */
export async function importContent(args: Arguments): Promise<number> {
  const [file] = args.operands;
  const quiet = { quiet: args.isOn("quiet") };
  if (file === undefined) throw new UsageError("import needs a file of json-server: galley import db.json");
  const isKnown = EXTENSIONS.some((extension) => file.toLowerCase().endsWith(extension));
  const data = isKnown ? await readSections(resolve(file)) : { fault: `must be a file of ${EXTENSIONS.join(", ")}` };
  const fault = "fault" in data ? data.fault : isJsonServerData(data.value) ? null : NOT_JSON_SERVER;
  if (fault !== null || !("value" in data) || !isJsonServerData(data.value)) {
    throw new ProjectError(file, [{ file: basename(file), path: [], message: fault ?? NOT_JSON_SERVER }]);
  }
  const { value } = data;
  const { contentTypes, seed, notes } = await withProgress("Rows carried over", quiet, async (update) => {
    return inferFile(basename(file), value, { progress: update });
  });
  const folder = resolve(args.text("out") ?? file.slice(0, -extname(file).length));
  const files = [
    ...Object.values(contentTypes).map((type) => [schemaPath(type.info.singularName), type] as const),
    ["seed.json", wholeSeed(seed)] as const,
    ["galley.config.json", CONFIG] as const,
  ];
  for (const [path, content] of files) await write(join(folder, path), content);
  for (const { path, message } of notes) process.stderr.write(`${path.join(".")} ${message}\n`);
  const shown = relative(".", folder) || ".";
  process.stdout.write(`Wrote ${files.length} files to ${shown}. Serve them: galley ${shellWord(shown)}\n`);
  return 0;
}

const NOT_JSON_SERVER = "is not a json-server file: it has no named lists of objects";

function schemaPath(name: string): string {
  return `src/api/${name}/content-types/${name}/schema.json`;
}

function wholeSeed(seed: InferredTypes["seed"]) {
  return Object.fromEntries(Object.entries(seed).map(([uid, entries]) => [uid, wholeOf(entries)]));
}

/** @throws ProjectError (rejected) for a file that already exists. */
async function write(path: string, content: unknown): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  try {
    await writeFile(
      path,
      `${JSON.stringify(content, (_, part) => (typeof part === "bigint" ? String(part) : part), 2)}\n`,
      { flag: "wx" },
    );
  } catch (error) {
    if (errorCode(error) !== "EEXIST") throw error;
    const message = "already exists: name another folder with --out";
    throw new ProjectError("The imported project", [{ file: relative(".", path), path: [], message }]);
  }
}
