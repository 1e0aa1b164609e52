// Uses the packed package as its users do, on whatever system this is: installs it into a folder whose name has a blank and an
// umlaut, starts the server, writes, kills it, starts it again, reads, and runs a command by `galley exec`. Run it in a checkout
// that is built: node .ci/try-package.mjs
import assert from "node:assert/strict";
import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";

/** npm's own program: Windows starts no `npm.cmd` without a shell. */
const NPM = [
  process.env.npm_execpath,
  join(dirname(process.execPath), "node_modules/npm/bin/npm-cli.js"),
  join(dirname(process.execPath), "../lib/node_modules/npm/bin/npm-cli.js"),
  "/usr/share/nodejs/npm/bin/npm-cli.js",
].find((path) => path !== undefined && existsSync(path));
assert(NPM !== undefined, "npm is not beside node: run this by npm exec");

const temporary = mkdtempSync(join(tmpdir(), "galley-try-"));
const site = join(temporary, "Größe der Welt");
mkdirSync(site);
const galley = join(site, "node_modules/galley/dist/transport/cli/main.js");

const npm = (args, cwd) =>
  execFileSync(process.execPath, [NPM, ...args], { cwd, stdio: ["ignore", "ignore", "inherit"] });

/** Starts the server; resolves with its address, as the banner names it. */
async function start() {
  const args = [galley, "--todo", "--data", "content", "--port", "0", "--log-level", "warn"];
  const child = spawn(process.execPath, args, { cwd: site, stdio: ["ignore", "pipe", "inherit"] });
  let banner = "";
  for await (const text of child.stdout.setEncoding("utf8")) {
    banner += text;
    const [url] = /http:\/\/[\w.:[\]]+(?=\/)/.exec(banner) ?? [];
    if (url !== undefined) return { child, url };
  }
  throw new Error(`The server did not start: ${banner}`);
}

async function kill(child) {
  const ended = once(child, "exit");
  child.kill("SIGKILL");
  await ended;
}

/** The exit code of `galley exec -- node -e CODE ARGUMENTS`. */
async function exec(code, ...args) {
  const command = [galley, "exec", "--todo", "--", process.execPath, "--eval", code, ...args];
  return (await once(spawn(process.execPath, command, { cwd: site, stdio: "inherit" }), "exit"))[0];
}

let running;
try {
  npm(["pack", "--pack-destination", temporary], process.cwd());
  const [tarball] = readdirSync(temporary).filter((name) => name.endsWith(".tgz"));
  writeFileSync(join(site, "package.json"), '{ "private": true }');
  npm(["install", "--no-audit", "--no-fund", join(temporary, tarball)], site);

  running = await start();
  const headers = { "content-type": "application/json" };
  const written = await fetch(`${running.url}/todos`, { method: "POST", headers, body: '{ "title": "Grüße" }' });
  assert.equal(written.status, 201);
  const todo = await written.json();
  await kill(running.child);

  running = await start();
  const read = await fetch(`${running.url}/todos/${todo.id}`);
  assert.deepEqual([read.status, await read.json()], [200, todo]);

  const ask =
    "fetch(process.env.GALLEY_URL + '/todos').then(({ status }) => process.exit(status === 200 ? process.argv[1].length : 1))";
  assert.equal(await exec(ask, "a & b"), 5);
  console.log(
    `${process.platform} ${process.arch}, Node ${process.version}: installed, wrote, was killed, started again, ran a command`,
  );
} finally {
  if (running !== undefined) await kill(running.child);
  rmSync(temporary, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 });
}
