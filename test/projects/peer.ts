import { type ChildProcess, spawn } from "node:child_process";
import { cp, mkdir, readdir, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { setTimeout } from "node:timers/promises";

const PORT = process.env.GALLEY_STRAPI_PORT ?? "1474";
const SECONDS = 90;

/** What a real Strapi with the content types of a project answers for each path; the end of its log when it does not start. */
export async function askPeer(
  app: string,
  project: string,
  folder: string,
  paths: readonly string[],
): Promise<readonly number[] | string> {
  await makeApp(app, project, folder);
  const server = spawn("node", ["start.js"], { cwd: folder, env: { ...process.env, PORT } });
  let log = "";
  for (const stream of [server.stdout, server.stderr])
    stream.on("data", (data) => {
      log += data;
    });
  try {
    if (!(await isUp(server))) return log.trim().split("\n").slice(-3).join(" ").slice(0, 300);
    const { full } = JSON.parse(await readFile(join(folder, "tokens.json"), "utf8"));
    const statuses: number[] = [];
    for (const path of paths) {
      const answer = await fetch(`http://127.0.0.1:${PORT}${path}`, { headers: { authorization: `Bearer ${full}` } });
      statuses.push(answer.status);
      await answer.text();
    }
    return statuses;
  } finally {
    server.kill();
    await new Promise((resolve) => (server.exitCode === null ? server.once("exit", resolve) : resolve(null)));
    await rm(folder, { recursive: true, force: true });
  }
}

/** The app with the schemas of a project in place of its own, and the routes that Strapi generates. */
async function makeApp(app: string, project: string, folder: string): Promise<void> {
  await rm(folder, { recursive: true, force: true });
  for (const name of ["config", "package.json", "start.js", "src/index.js", "types.js"])
    await cp(join(app, name), join(folder, name), { recursive: true }).catch(() => {});
  await symlink(join(app, "node_modules"), join(folder, "node_modules"));
  for (const name of [".tmp", "public/uploads", "database/migrations"])
    await mkdir(join(folder, name), { recursive: true });
  const files = await readdir(join(project, "src"), { recursive: true, withFileTypes: true });
  for (const file of files) {
    const place = join(file.parentPath, file.name).slice(project.length + 1);
    if (!file.isFile() || !/^src\/(api|components|extensions)\/.*\.json$/.test(place)) continue;
    await cp(join(project, place), join(folder, place));
    const [, api, type] = /^src\/api\/([^/]+)\/content-types\/([^/]+)\/schema\.json$/.exec(place) ?? [];
    if (api === undefined || type === undefined) continue;
    for (const [kind, factory] of [
      ["controllers", "Controller"],
      ["services", "Service"],
      ["routes", "Router"],
    ] as const) {
      const code = join(folder, "src/api", api, kind, `${type}.js`);
      await mkdir(dirname(code), { recursive: true });
      const made = `require("@strapi/strapi").factories.createCore${factory}("api::${api}.${type}")`;
      await writeFile(code, `module.exports = ${made};\n`);
    }
  }
}

async function isUp(server: ChildProcess): Promise<boolean> {
  for (let second = 0; second < SECONDS && server.exitCode === null; second++) {
    const answer = await fetch(`http://127.0.0.1:${PORT}/_health`).catch(() => null);
    if (answer?.ok) return true;
    await setTimeout(1000);
  }
  return false;
}
