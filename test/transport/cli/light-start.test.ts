import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { transform } from "esbuild";
import { expect, it, test } from "vitest";
import packageJson from "../../../package.json" with { type: "json" };
import { newFolder } from "../../support/folder.ts";
import { BUILT, checkBuild, runToEnd } from "../../support/servers/command-line.ts";

/** The modules that are loaded before a command is known. */
function loadedFirst(path = BUILT, found = new Map<string, string>()): ReadonlyMap<string, string> {
  const text = readFileSync(path, "utf8");
  found.set(path, text);
  for (const [, name = ""] of text.matchAll(/^(?:import|\} from) "(\.[^"]+)";$/gm)) {
    if (!found.has(join(dirname(path), name))) loadedFirst(join(dirname(path), name), found);
  }
  return found;
}

it("any Node since 16 can read what is loaded before a command is known, which is little", async () => {
  checkBuild();
  const texts = [...loadedFirst().values()];
  expect(texts.join("").length).toBeLessThan(20_000);
  for (const text of texts) {
    const [present, old] = await Promise.all(
      ["esnext", "node16"].map((target) => transform(text, { target, format: "esm", minifyWhitespace: true })),
    );
    expect(old?.code).toBe(present?.code);
  }
});

it("an old Node is told in one line which one is needed", async () => {
  const folder = await newFolder();
  const pretend = 'Object.defineProperty(process, "versions", { value: { ...process.versions, node: "18.20.8" } });';
  const program = ["--import", `data:text/javascript,${encodeURIComponent(pretend)}`, BUILT];
  for (const args of [[], ["--version"], ["openapi"]]) {
    expect(await runToEnd(args, { folder, program })).toEqual({
      code: 1,
      out: "",
      errors: "galley: needs Node 20.18 or later (this is 18.20.8)\n",
    });
  }
});

test("--version --verbose names what runs it, the listener that loads, and the hash of native files", async () => {
  const folder = await newFolder();
  const { code, out } = await runToEnd(["--version", "--verbose"], { folder });
  expect(code).toBe(0);
  expect(out).toContain(`galley   ${packageJson.version}\nnode     ${process.versions.node}\n`);
  expect(out).toMatch(/^listener (?:uWebSockets\.js|node:http)/m);
  for (const [, file = "", hash] of out.matchAll(/^native +(\S+) sha256 ([0-9a-f]{64})$/gm))
    expect(hash).toBe(
      createHash("sha256")
        .update(await readFile(file))
        .digest("hex"),
    );
  expect(out.includes("native ")).toBe(out.includes("listener uWebSockets.js"));
});
