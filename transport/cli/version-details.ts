import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { chooseListener } from "../adapters/choose.ts";
import { version } from "../runtime/version.ts";

/** Facts for a bug report: versions, the listener that would be chosen here, and the native code that it loads. */
export async function versionDetails(): Promise<string> {
  const notes: string[] = [];
  const listener = await chooseListener("auto", "127.0.0.1", (line) => notes.push(line));
  const rows: readonly (readonly [string, string])[] = [
    ["galley", version()],
    ["node", process.versions.node],
    ["platform", `${process.platform} ${process.arch}`],
    ["listener", listener.name],
    ...notes.map((note) => ["", note] as const),
    ...nativeFiles().map((file) => ["native", `${file} sha256 ${sha256Of(file)}`] as const),
  ];
  return rows.map(([name, text]) => `${name.padEnd(9)}${text}`).join("\n");
}

/** Native modules that this process has loaded. */
function nativeFiles(): readonly string[] {
  return Object.keys(createRequire(import.meta.url).cache).filter((path) => path.endsWith(".node"));
}

const sha256Of = (file: string): string => createHash("sha256").update(readFileSync(file)).digest("hex");
