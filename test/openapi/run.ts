/**
 * Runs the tools that read OpenAPI documents on the demo's, in both profiles: Redocly lints them, openapi-typescript
 * and @hey-api/openapi-ts make clients of them, which have to compile under strict settings and work, and Prism stands
 * between a program and the server and reports violations. Exits with 1 when something failed.
 *
 *     npm run check -- openapi:tools [redocly|clients|prism|contract …]
 */
import { execFile } from "node:child_process";
import { cp, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import type { SchemaDefinition } from "../../engine/schema/definition.ts";
import { DEMO_SCHEMA } from "../../transport/cli/demo/schema.ts";
import { DEMO_SEED } from "../../transport/cli/demo/seed.ts";
import { PROFILES, type ProfileName } from "../../transport/contract/profiles/profile-name.ts";
import { createGalley, type Galley } from "../../transport/galley.ts";
import { BLOG } from "../support/content/blog.ts";
import { BLOG_WITH_MEMBERS } from "../support/content/blog-with-members.ts";
import { documentForPrism } from "../support/openapi/prism-sender.ts";
import { openBlog } from "../support/servers/open-blog.ts";
import { keepProxies } from "./proxies.ts";
import { askSmall, openSmall } from "./small-api.ts";

const execute = promisify(execFile);
const SECONDS = 900;
const TOKEN = "token-of-the-clients";

const temporary = await mkdtemp(join(tmpdir(), "galley-openapi-"));
const folder = join(temporary, "clients");

type Run = (profile: ProfileName) => Promise<string>;

/** Each in the profiles that it is about: the contract's tests are about one. */
const CHECKS: { readonly [name: string]: readonly [check: Run, profiles: readonly ProfileName[]] } = {
  redocly: [redocly, PROFILES],
  clients: [clients, PROFILES],
  prism: [prism, PROFILES],
  contract: [contract, ["contract"]],
};

const named = process.argv.slice(2);
try {
  await cp(join(import.meta.dirname, "clients"), folder, { recursive: true });
  await run("npm", ["install", "--no-audit", "--no-fund", "--prefer-offline"]);
  for (const [name, [check, profiles]] of Object.entries(CHECKS)) {
    if (named.length > 0 && !named.includes(name)) continue;
    for (const profile of profiles) console.log(`${name} ${profile}: ${await outcomeOf(() => check(profile))}`);
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
  await using proxies = await keepProxies(folder);
  const { url } = await galley.listen({ port: 0 });
  const through = await proxies.start(JSON.stringify(await galley.openapi()));
  const { asked, violations } = await askSmall({ through, url }, TOKEN);
  if (violations.length > 0) throw new Error(violations.slice(0, 20).join("\n"));
  return `${asked} exchanges without a violation`;
}

/** The tests of the contract ask their galleys through proxies that know the documents of the blog and of the blog with members. */
async function contract(): Promise<string> {
  await using proxies = await keepProxies(folder);
  const startFor = async (schema: SchemaDefinition) => {
    const { galley, close } = await openBlog({ schema });
    await proxies.start(await documentForPrism(galley));
    await close();
  };
  await Promise.all([BLOG, BLOG_WITH_MEMBERS].map(startFor));
  const env = { ...process.env, NO_COLOR: "1", GALLEY_PRISM: proxies.url };
  const vitest = ["vitest", "run", "--config", "test/vitest.config.ts", "--maxWorkers=1"];
  const options = { cwd: join(import.meta.dirname, "../.."), env, maxBuffer: 64 * 1024 * 1024 };
  const { stdout } = await execute("npx", [...vitest, "test/contract/content", "test/contract/todo"], options);
  const sum = (pattern: RegExp) => [...stdout.matchAll(pattern)].reduce((total, [, each]) => total + Number(each), 0);
  const passed = sum(/Prism: (\d+) exchanges/g);
  const direct = sum(/(\d+) without a proxy/g);
  const understood = [...stdout.matchAll(/^Prism: .* refused(, .+)$/gm)].map(([, named]) => named).join("");
  const refused = sum(/(\d+) wrong requests refused/g);
  return `${passed} exchanges without a violation, ${refused} wrong requests refused, ${direct} not looked at${understood}`;
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
