import { existsSync } from "node:fs";
import { cp, mkdir, readdir, symlink, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { blocksOf } from "../docs/readme.ts";
import { madeOnce } from "../made-once.ts";

const root = fileURLToPath(new URL("../../..", import.meta.url));

const modules = madeOnce(async (folder) => {
  if (!existsSync(join(root, "dist"))) throw new Error("npm run build comes first");
  const all = join(folder, "node_modules");
  await mkdir(join(all, "galley"), { recursive: true });
  for (const name of await readdir(join(root, "node_modules"))) {
    if (name !== "galley") await symlink(join(root, "node_modules", name), join(all, name));
  }
  await cp(join(root, "dist"), join(all, "galley/dist"), { recursive: true });
  await cp(join(root, "package.json"), join(all, "galley/package.json"));
  return all;
});

/** Makes a folder a project that has the built package and everything that is installed here. */
export async function install(folder: string): Promise<void> {
  await symlink(await modules(), join(folder, "node_modules"));
  await writeFile(join(folder, "package.json"), '{ "private": true, "type": "module" }');
}

/** Writes the files that a page shows into a folder. */
export async function writeExamples(page: string, folder: string): Promise<void> {
  for (const { file, text } of blocksOf(page)) {
    if (file === null) continue;
    await mkdir(dirname(join(folder, file)), { recursive: true });
    await writeFile(join(folder, file), text);
  }
}
