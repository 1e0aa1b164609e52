import { describe, expect, it } from "vitest";
import { newFolder } from "../../../support/folder.ts";
import { CommandLine, runToEnd } from "../../../support/servers/command-line.ts";
import { runHere } from "../../../support/servers/run-here.ts";

const node = process.execPath;

function exec(folder: string, script: string, options: readonly string[] = [], environment = {}) {
  return runToEnd(["exec", ...options, "--", node, "--eval", script, "argument"], { folder, environment });
}

describe("galley exec", () => {
  it("serves while the command runs, which finds it in its environment, and ends with its code", async () => {
    const script = `
      const { GALLEY_URL: url, GALLEY_TOKEN: token } = process.env;
      const headers = { authorization: "Bearer " + token };
      (async () => {
        const posts = await fetch(url + "/api/posts", { headers });
        const forks = await fetch(url + "/__galley/forks", { headers });
        console.log(posts.status, forks.status, process.argv[1], new URL(url).port !== "1337");
        process.exit(7);
      })();`;
    const folder = await newFolder();
    expect(await exec(folder, script)).toEqual({ code: 7, out: "200 200 argument true\n", errors: "" });
  });

  it("uses an existing token", async () => {
    const folder = await newFolder();
    const ended = await exec(folder, "console.log(process.env.GALLEY_TOKEN)", [], { GALLEY_TOKEN: "mine" });
    expect(ended).toEqual({ code: 0, out: "mine\n", errors: "" });
  });

  it("reports an unknown command, and a missing one", async () => {
    const folder = await newFolder();
    const missing = await runToEnd(["exec", "--", "./no-such-command"], { folder });
    expect(missing.code).toBe(127);
    expect(missing.errors).toContain("galley: ./no-such-command cannot be run");
    expect((await runHere(["exec", "--"], { folder })).code).toBe(2);
    expect((await runHere(["exec", "--help"], { folder })).out).toContain("exec [PATH] [options] -- COMMAND");
  });

  it.each([
    ["SIGTERM", "", 143],
    ["SIGINT", "process.on('SIGINT', () => process.exit(9));", 9],
  ] as const)("passes %s on, and leaves nobody behind", async (signal, handler, code) => {
    const folder = await newFolder();
    const script = `${handler} setInterval(() => {}, 1000); console.log(process.pid);`;
    const command = new CommandLine(["exec", "--", node, "--eval", script], { folder });
    while (!command.out.includes("\n")) await new Promise((resolve) => setTimeout(resolve, 20));
    expect((await command.signal(signal)).code).toBe(code);
    expect(() => process.kill(Number(command.out), 0)).toThrow("ESRCH");
  });
});
