import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { programs } from "../../bench/programs.ts";
import { commandLine, flag, oneOf, seconds, someOf, whole, wholes, withinNames } from "../../bench/run/command-line.ts";
import { ROOT } from "../../bench/run/folders.ts";

const OPTIONS = {
  size: whole("POSTS", "Posts in the content", 1),
  sizes: wholes("POSTS", "Several sizes"),
  duration: seconds("How long", undefined),
  peers: someOf("Beside these", ["one", "none"], ["none"]),
  clock: oneOf("The clock", ["wall", "cpu"]),
  kind: withinNames("Of this kind", ["late page"]),
  quick: flag("In a second"),
};
const DEFAULTS = { size: 1, sizes: [], duration: undefined, peers: ["none"], clock: "wall", kind: [""], quick: false };

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
    return commandLine("twin", OPTIONS);
  }

  it("lists the options with their defaults", () => {
    expect(read("--quick")).toEqual({ ...DEFAULTS, quick: true });
  });

  it("reads numbers, times, choices and parts of names", () => {
    const sizes = ["--size", "20", "--sizes", "1", "--sizes", "2", "--duration", "0.5"];
    const given = { size: 20, sizes: [1, 2], duration: 0.5, peers: ["one", "none"], clock: "cpu", kind: ["late"] };
    const names = ["--peers", "one", "--peers", "none", "--clock", "cpu", "--kind", "late"];
    expect(read(...sizes, ...names)).toEqual({ ...given, quick: false });
  });

  it("ends with the help", () => {
    expect(() => read("--help", "--quick")).toThrow("exit 0");
    expect(console.log).toHaveBeenCalledExactlyOnceWith(
      [
        "npm run bench -- twin [options]",
        "",
        programs.find(({ name }) => name === "twin")?.does,
        "",
        "  --size POSTS        Posts in the content (1)",
        "  --sizes POSTS       Several sizes; may be repeated",
        "  --duration SECONDS  How long",
        "  --peers NAME        Beside these (none); may be repeated: one, none",
        "  --clock NAME        The clock: wall, cpu (wall)",
        "  --kind TEXT         Of this kind; may be repeated",
        "  --quick             In a second",
        "  --help              Show this help",
      ].join("\n"),
    );
  });

  it.each([
    [() => read("--nosuch"), "Unknown option '--nosuch'"],
    [() => read("--size"), "Option '--size <value>' argument missing"],
    [() => read("more"), "Unexpected argument 'more'"],
    [() => read("--size", "0"), "--size must be a whole number from 1 to 10000000, not 0"],
    [() => read("--size", "1.5"), "not 1.5"],
    [() => read("--sizes", "1", "--sizes", "99999999999"), "not 99999999999"],
    [() => read("--duration", "0"), "--duration must be a number of seconds above 0 and up to 3600, not 0"],
    [() => read("--duration", "soon"), "not soon"],
    [() => read("--peers", "none", "--peers", "nope"), "--peers must be one of one, none, not nope"],
    [() => read("--clock", "sun"), "--clock must be one of wall, cpu, not sun"],
    [() => read("--kind", "late", "--kind", "early"), 'No kind has "early" in its name'],
  ])("says in a line what is wrong: %#", (call, message) => {
    expect(call).toThrow("exit 2");
    expect(console.error).toHaveBeenCalledExactlyOnceWith(expect.stringMatching(/^[^\n]+\nTry --help$/));
    expect(console.error).toHaveBeenCalledWith(expect.stringContaining(message));
  });
});

const run = promisify(execFile);

it.each(programs)("$name shows its options", async ({ name, does, run: [, program = ""] }) => {
  const { stdout } = await run(process.execPath, ["--import", "tsx", program, "--help"], { cwd: ROOT });
  expect(stdout).toMatch(/^npm run bench -- /);
  expect(stdout).toContain(` ${name} [options]\n\n${does}\n\n  --`);
});

it("nothing is installed or measured for a workload that there is not", async () => {
  const program = join(ROOT, "bench/http.ts");
  const ran = run(process.execPath, ["--import", "tsx", program, "--workload", "nope"], { cwd: ROOT });
  await expect(ran).rejects.toMatchObject({ code: 2, stdout: "", stderr: expect.stringMatching(/^--workload must/) });
});
