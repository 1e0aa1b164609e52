/**
 * Has the tools that read OpenAPI documents read those of the demo, in both profiles: Redocly lints them, openapi-typescript
 * and @hey-api/openapi-ts make clients of them, which have to compile under strict settings and work, and Prism stands
 * between a program and the server and tells what breaks them. Exits with 1 when something failed.
 *
 *     npm run test:openapi:tools [-- redocly|clients|prism …]
 */
import { execFile, spawn } from "node:child_process";
import { cp, mkdtemp, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { promisify } from "node:util";
import { DEMO_SCHEMA } from "../../transport/cli/demo/schema.ts";
import { DEMO_SEED } from "../../transport/cli/demo/seed.ts";
import { PROFILES, type ProfileName } from "../../transport/contract/profile-name.ts";
import { createGalley, type Galley } from "../../transport/galley.ts";
import { askSmall, openSmall } from "./small-api.ts";

const execute = promisify(execFile);
const SECONDS = 900;
const TOKEN = "token-of-the-clients";

const temporary = await mkdtemp(join(tmpdir(), "galley-openapi-"));
const folder = join(temporary, "clients");

const CHECKS: { readonly [name: string]: (profile: ProfileName) => Promise<string> } = { redocly, clients, prism };

const named = process.argv.slice(2);
try {
  await cp(join(import.meta.dirname, "clients"), folder, { recursive: true });
  await run("npm", ["install", "--no-audit", "--no-fund", "--prefer-offline"]);
  for (const [name, check] of Object.entries(CHECKS)) {
    if (named.length > 0 && !named.includes(name)) continue;
    for (const profile of PROFILES) console.log(`${name} ${profile}: ${await outcomeOf(() => check(profile))}`);
  }
} finally {
  await rm(temporary, { recursive: true, force: true });
}

async function outcomeOf(check: () => Promise<string>): Promise<string> {
  try {
    return `passed, ${await check()}`;
  } catch (error) {
    process.exitCode = 1;
    const { stdout = "", stderr = "" } = error as { readonly stdout?: string; readonly stderr?: string };
    return `FAILED\n${stdout}${stderr}${error}`;
  }
}

async function redocly(profile: ProfileName): Promise<string> {
  await withDemo(profile, (galley) => writeDocument(galley, "api.json"));
  const { stdout, stderr } = await run("npx", ["redocly", "lint", "api.json", "--format", "summary"]);
  return /\d+ (?:errors?|warnings?)[^.]*/.exec(stdout + stderr)?.[0] ?? "nothing to say";
}

/** Both clients are made, compiled and run against a server. */
async function clients(profile: ProfileName): Promise<string> {
  return withDemo(profile, async (galley) => {
    await writeDocument(galley, "api.json");
    await run("npx", ["openapi-typescript", "api.json", "-o", "api.d.ts"]);
    await run("npx", ["openapi-ts", "-i", "api.json", "-o", "hey", "-c", "@hey-api/client-fetch"]);
    await run("npx", ["tsc", "-p", "."]);
    await run("npx", [
      "esbuild",
      "use.ts",
      "--bundle",
      "--format=esm",
      "--platform=node",
      "--packages=external",
      "--outfile=use.mjs",
    ]);
    const { url } = await galley.listen({ port: 0 });
    const { stdout } = await run("node", ["use.mjs", url, TOKEN]);
    return `${stdout.trim().split("\n").length} steps by both clients`;
  });
}

/**
 * Prism unrolls a document for each of its operations, which takes it minutes for the demo: it gets one of two content types.
 * With `--errors` it answers itself what breaks the document.
 */
async function prism(profile: ProfileName): Promise<string> {
  await using galley = await openSmall(profile, TOKEN);
  await writeDocument(galley, "api.json");
  const { url } = await galley.listen({ port: 0 });
  const port = await freePort();
  const proxy = spawn("npx", ["prism", "proxy", "--errors", "-p", String(port), "api.json", url], {
    cwd: folder,
    detached: true,
    stdio: "ignore",
  });
  try {
    const through = `http://127.0.0.1:${port}`;
    await answers(through);
    const { asked, violations } = await askSmall(through, TOKEN);
    if (violations.length > 0) throw new Error(violations.slice(0, 20).join("\n"));
    return `${asked} exchanges without a violation`;
  } finally {
    // The whole group: npx starts the proxy in a process of its own.
    if (proxy.pid !== undefined) process.kill(-proxy.pid);
  }
}

async function answers(url: string): Promise<void> {
  for (let second = 0; second < SECONDS; second++) {
    const answer = await fetch(url).catch(() => null);
    if (answer !== null) return;
    await wait(1000);
  }
  throw new Error(`Nothing answers at ${url} after ${SECONDS} s`);
}

async function withDemo<T>(profile: ProfileName, work: (galley: Galley) => Promise<T>): Promise<T> {
  await using galley = await createGalley({
    schema: DEMO_SCHEMA,
    seed: DEMO_SEED,
    profile,
    users: true,
    todo: true,
    rest: { actions: true },
    tokens: [{ name: "clients", token: TOKEN, access: "full-access" }],
  });
  return await work(galley);
}

async function writeDocument(galley: Pick<Galley, "openapi">, name: string): Promise<void> {
  await writeFile(join(folder, name), JSON.stringify(await galley.openapi()));
}

function run(program: string, args: readonly string[]) {
  const env = { ...process.env, CI: "1", NO_COLOR: "1", REDOCLY_TELEMETRY: "off" };
  return execute(program, args, { cwd: folder, env, timeout: SECONDS * 1000, maxBuffer: 64 * 1024 * 1024 });
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once("error", reject).listen(0, "127.0.0.1", () => {
      const address = server.address();
      server.close(() => (typeof address === "object" && address !== null ? resolve(address.port) : reject()));
    });
  });
}
