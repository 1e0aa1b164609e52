import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { choicesIn, commandLine, secondsIn, wholeNumber } from "../../bench/run/command-line.ts";
import { ROOT } from "../../bench/run/folders.ts";

const OPTIONS = { size: { type: "string", default: "1" }, quick: { type: "boolean", default: false } } as const;

describe("the command line of a benchmark", () => {
  let argv: readonly string[];
  beforeEach(() => {
    argv = process.argv;
    vi.spyOn(process, "exit").mockImplementation((code) => {
      throw new Error(`exit ${code}`);
    });
    vi.spyOn(console, "log").mockImplementation(() => {});
    vi.spyOn(console, "error").mockImplementation(() => {});
  });
  afterEach(() => {
    process.argv = [...argv];
    vi.restoreAllMocks();
  });

  function read(...args: readonly string[]) {
    process.argv = ["node", "bench", ...args];
    return commandLine("what it does", OPTIONS);
  }

  it("lists the options with their defaults", () => {
    expect(read("--quick")).toEqual({ size: "1", quick: true });
  });

  it("ends with the help", () => {
    expect(() => read("--help", "--quick")).toThrow("exit 0");
    expect(console.log).toHaveBeenCalledExactlyOnceWith("what it does");
  });

  it.each([
    [() => read("--nosuch"), "Unknown option '--nosuch'"],
    [() => read("--size"), "Option '--size <value>' argument missing"],
    [() => read("more"), "Unexpected argument 'more'"],
    [() => wholeNumber("size", "0"), "--size must be a whole number from 1 to 10000000, not 0"],
    [() => wholeNumber("size", "1.5"), "not 1.5"],
    [() => wholeNumber("size", "99999999999"), "not 99999999999"],
    [() => secondsIn("duration", "0"), "--duration must be a number of seconds above 0 and up to 3600, not 0"],
    [() => secondsIn("duration", "soon"), "not soon"],
    [() => choicesIn("peers", ["none", "nope"], ["none"]), "--peers must be one of none, not nope"],
  ])("says in a line what is wrong: %#", (call, message) => {
    expect(call).toThrow("exit 2");
    expect(console.error).toHaveBeenCalledExactlyOnceWith(expect.stringMatching(/^[^\n]+\nTry --help$/));
    expect(console.error).toHaveBeenCalledWith(expect.stringContaining(message));
  });
});

it("nothing is installed or measured for a workload that there is not", async () => {
  const program = join(ROOT, "bench/http.ts");
  const ran = promisify(execFile)(process.execPath, ["--import", "tsx", program, "--workload", "nope"], { cwd: ROOT });
  await expect(ran).rejects.toMatchObject({ code: 2, stdout: "", stderr: expect.stringMatching(/^--workload must/) });
});
