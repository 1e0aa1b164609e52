import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { newFolder } from "../../../support/folder.ts";
import { freePort } from "../../../support/free-port.ts";
import { CommandLine, withServer } from "../../../support/servers/command-line.ts";
import { HAS_TERMINALS, runUntilClosed } from "../../../support/servers/terminal.ts";

/** Writes the file once it serves: it is asked by itself, through its configuration's folder. */
const BEGUN = `
import { writeFileSync } from "node:fs";
const asked = setInterval(async () => {
  const answer = await fetch("http://127.0.0.1:" + process.env.GALLEY_ASKED + "/todos").catch(() => null);
  if (answer?.status === 200) { clearInterval(asked); writeFileSync("begun", ""); }
}, 50);
asked.unref();
export default {};
`;

describe.skipIf(!HAS_TERMINALS)("a server whose terminal is closed (skipped where python3 has no pty)", () => {
  it.each([
    [[]],
    [["--quiet"]],
    [["--log-level", "warn"]],
    [["--log-format", "json"]],
    [["--watch", "--data", "kept.json"]],
    [["--workers", "2"]],
  ])("ends with 129 after a clean close: %j", async (flags) => {
    const folder = await newFolder();
    const port = String(await freePort());
    await writeFile(join(folder, "galley.config.mjs"), BEGUN.replace("process.env.GALLEY_ASKED", port));
    const place = flags.includes("--data") ? [] : ["--data", "kept"];
    const args = [...place, ...flags];
    expect(await runUntilClosed([...args, "--port", port], join(folder, "begun"), { folder })).toBe(129);
    // The lock of the place is released, and so is the port.
    const again = new CommandLine([...args, "--port", port], { folder });
    if (flags.includes("--quiet")) {
      await expect
        .poll(() =>
          fetch(`http://127.0.0.1:${port}/todos`).then(
            ({ status }) => status,
            () => 0,
          ),
        )
        .toBe(200);
    } else await again.url();
    expect((await again.signal("SIGTERM")).code).toBe(143);
  });

  it("ends the command of galley exec too", async () => {
    const folder = await newFolder();
    const script = "require('fs').writeFileSync('begun', String(process.pid)); setInterval(() => {}, 1000);";
    const code = await runUntilClosed(["exec", "--", process.execPath, "--eval", script], join(folder, "begun"), {
      folder,
    });
    expect(code).toBe(129);
    const child = Number(await readFile(join(folder, "begun"), "utf8"));
    expect(() => process.kill(child, 0)).toThrow("ESRCH");
  });
});

it("a SIGHUP without a terminal never ends a server, not even one that starts", async () => {
  const folder = await newFolder();
  const slow =
    "process.kill(process.pid, 'SIGHUP'); await new Promise((go) => setTimeout(go, 200)); export default {};";
  await writeFile(join(folder, "galley.config.mjs"), slow);
  await withServer(["--port", "0", "--data", "memory"], { folder }, async (server, url) => {
    expect((await fetch(`${url}/todos`)).status).toBe(200);
    await expect.poll(() => server.out).toContain("Roles and tokens were read again");
  });
});
