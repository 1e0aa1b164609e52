/**
 * Builds a front end, starts it, and fails unless its first page has the five recipes that come first in the galley:
 * `galley exec … -- node see.mjs BUILD START`. START finds its port in PORT.
 */
import { spawn, spawnSync } from "node:child_process";
import { createServer } from "node:net";

const [build, start] = process.argv.slice(2);
const galley = process.env.GALLEY_URL;
const port = await new Promise((resolve) => {
  const server = createServer().listen(0, "127.0.0.1", () => {
    const { port } = server.address();
    server.close(() => resolve(String(port)));
  });
});
const addresses = { STRAPI_URL: galley, NUXT_PUBLIC_STRAPI: galley, HOST: "127.0.0.1", PORT: port };
const options = { env: { ...process.env, ...addresses }, shell: true, stdio: "inherit" };

if (spawnSync(build, options).status !== 0) process.exit(1);
// A group of its own: npx does not pass the signal on to the server that it starts.
const frontEnd = spawn(start, { ...options, detached: true });
try {
  const page = await firstPage();
  const { data } = await (await fetch(`${galley}/api/recipes?sort=title&pagination[pageSize]=5`)).json();
  const missing = data.filter(({ title }) => !page.includes(title));
  if (data.length !== 5 || missing.length > 0) throw new Error(`The page lacks ${JSON.stringify(missing)}: ${page}`);
} finally {
  process.kill(-frontEnd.pid);
}

async function firstPage() {
  while (frontEnd.exitCode === null) {
    try {
      return await (await fetch(`http://127.0.0.1:${port}/`)).text();
    } catch {
      await new Promise((resolve) => setTimeout(resolve, 200));
    }
  }
  throw new Error(`${start} ended`);
}
