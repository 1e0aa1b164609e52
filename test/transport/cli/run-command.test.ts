import childProcess from "node:child_process";
import { EventEmitter } from "node:events";
import { chmod, writeFile } from "node:fs/promises";
import { syncBuiltinESMExports } from "node:module";
import { join } from "node:path";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { runCommand } from "../../../transport/cli/run-command.ts";
import { newFolder } from "../../support/folder.ts";

/** A system that starts nothing, and tells the command that it was to start. */
class Started extends EventEmitter {
  readonly pid = 4711;
  readonly words: readonly string[];
  readonly isVerbatim: boolean;

  constructor(program: string, args: readonly string[], options: { readonly windowsVerbatimArguments?: boolean }) {
    super();
    this.words = [program, ...args];
    this.isVerbatim = options.windowsVerbatimArguments === true;
  }
}

describe("a command on Windows", () => {
  const started: Started[] = [];
  let environment: { PATH: string };

  beforeEach(async () => {
    started.length = 0;
    const folder = await newFolder();
    for (const name of ["tool.CMD", "prog.EXE"]) {
      await writeFile(join(folder, name), "");
      await chmod(join(folder, name), 0o755);
    }
    environment = { PATH: folder };
    vi.stubEnv("PATHEXT", ".COM;.EXE;.CMD");
    vi.stubEnv("comspec", "cmd.exe");
    const { platform } = process;
    Object.defineProperty(process, "platform", { value: "win32" });
    const spy = vi.spyOn(childProcess, "spawn").mockImplementation(((
      ...given: ConstructorParameters<typeof Started>
    ) => {
      started.push(new Started(...given));
      return started.at(-1);
    }) as never);
    syncBuiltinESMExports();
    return () => {
      spy.mockRestore();
      syncBuiltinESMExports();
      vi.unstubAllEnvs();
      Object.defineProperty(process, "platform", { value: platform });
    };
  });

  it("that is a program is started without a shell, with each word as it is", async () => {
    const words = ["-g", "add to cart", "a&calc", "x>y", 'say "hi"', "100%"];
    const code = runCommand("prog", words, environment);
    expect(started.map((each) => [each.words.slice(1), each.isVerbatim])).toEqual([[words, false]]);
    started[0]?.emit("exit", 3, null);
    expect(await code).toBe(3);
  });

  it("that is a .cmd is started by cmd.exe, with each word quoted and escaped", async () => {
    const code = runCommand("tool", ["add to cart", "a&calc", "x>y"], environment);
    const [{ words, isVerbatim } = { words: [], isVerbatim: false }] = started;
    expect([words.slice(0, 4), isVerbatim]).toEqual([["cmd.exe", "/d", "/s", "/c"], true]);
    expect(words[4]).toBe('"tool ^"add^ to^ cart^" ^"a^&calc^" ^"x^>y^""');
    started[0]?.emit("exit", 0, null);
    expect(await code).toBe(0);
  });

  it("that is missing gives 127", async () => {
    const errors = vi.spyOn(process.stderr, "write").mockReturnValue(true);
    const code = runCommand("no-such-program", [], environment);
    // The exit code of cmd.exe for a program that it does not find.
    started[0]?.emit("exit", 1, null);
    expect(await code).toBe(127);
    expect(String(errors.mock.calls[0]?.[0])).toContain("no-such-program cannot be run");
    errors.mockRestore();
  });

  it("ends with all that it has started", async () => {
    const code = runCommand("prog", [], environment);
    process.emit("SIGTERM", "SIGTERM");
    expect(started[1]?.words).toEqual(["taskkill", "/t", "/f", "/pid", "4711"]);
    started[0]?.emit("exit", 1, null);
    expect(await code).toBe(1);
  });
});
