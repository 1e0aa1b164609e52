import { type ExecFileException, execFile } from "node:child_process";
import { mkdir, writeFile } from "node:fs/promises";
import { constants } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { newFolder } from "../support/folder.ts";
import { BUILT, type Ended, runToEnd } from "../support/servers/command-line.ts";
import { CAN_FAULT, compileFaults } from "./faulty-disk.ts";

function serve(folder: string, data: string, environment: Readonly<Record<string, string>> = {}): Promise<Ended> {
  return runToEnd(["--port", "0", "--data", data], { folder, environment });
}

/** The command line, with a bound on the files that it may open. */
function limited(files: number, args: readonly string[]): Promise<Ended> {
  const command = ["-c", `ulimit -n ${files}; exec "$0" "$@"`, process.execPath, BUILT, ...args];
  return new Promise((resolve) => {
    // Without a code where a signal has ended it.
    execFile("sh", command, (error, out, errors) => resolve({ code: error === null ? 0 : codeOf(error), out, errors }));
  });
}

/** By bisection: how many files the program has to open to list its routes. */
async function leastFiles(): Promise<number> {
  let [tooFew, enough] = [4, 64];
  while (enough - tooFew > 1) {
    const middle = (tooFew + enough) >> 1;
    if ((await limited(middle, ["routes"])).code === 0) enough = middle;
    else tooFew = middle;
  }
  return enough;
}

function codeOf({ code }: ExecFileException): number | null {
  return typeof code === "number" ? code : null;
}

function expectOneLine({ code, errors }: Ended): void {
  expect(code).toBe(1);
  expect(errors.trimEnd().split("\n")).toHaveLength(1);
}

function expectRefusal(ended: Ended, folder: string): void {
  expectOneLine(ended);
  expect(ended.errors).toContain(join(folder, "unusable"));
}

describe("galley serve over a folder that cannot be used", () => {
  it("ends with one line that names it when a file stands in its way", async () => {
    const folder = await newFolder();
    await writeFile(join(folder, "unusable"), "");
    expectRefusal(await serve(folder, "unusable/data"), folder);
  });

  // How many files loading opens at a time differs by the version of Node, and from run to run.
  it("ends with one line that names it, or a file of the program, when hardly any files may be open", async () => {
    const folder = await newFolder();
    await writeFile(join(folder, "unusable"), "");
    const files = await leastFiles();
    const ended = await limited(files, ["--port", "0", "--data", join(folder, "unusable/data")]);
    expectOneLine(ended);
    expect(ended.errors).toMatch(/^galley: .*(?:unusable|EMFILE: too many open files, open '.+')/);
  });

  // Whoever may do everything is refused by no permission: the system's answers are made.
  if (CAN_FAULT) {
    it.each(["EACCES", "EROFS", "EMFILE"] as const)("ends with one line that names it and says %s", async (error) => {
      const folder = await newFolder();
      await mkdir(join(folder, "unusable"));
      const faults = { LD_PRELOAD: await compileFaults(), OPEN_FAULT: String(constants.errno[error]) };
      const ended = await serve(folder, "unusable", faults);
      expectRefusal(ended, folder);
      expect(ended.errors).toContain(error);
    });
  }
});
