import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { expect, test } from "vitest";
import packageJson from "../../../package.json" with { type: "json" };
import { newFolder } from "../../support/folder.ts";
import { runToEnd } from "../../support/servers/command-line.ts";

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
