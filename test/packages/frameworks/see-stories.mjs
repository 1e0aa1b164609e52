/** Builds the Storybook of docs/with/storybook.md, and fails unless its stories show in Chromium what the page says. */
import { spawnSync } from "node:child_process";
import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import { extname } from "node:path";
import { chromium } from "playwright-core";

const TYPES = { ".html": "text/html", ".js": "text/javascript", ".css": "text/css" };
const galley = process.env.GALLEY_URL;
const options = { env: { ...process.env, STORYBOOK_GALLEY: galley }, shell: true, stdio: "inherit" };
if (spawnSync("npx storybook build -o out", options).status !== 0) process.exit(1);

const server = createServer(async ({ url }, response) => {
  const { pathname } = new URL(url, "http://storybook");
  const bytes = await readFile(`out${pathname}`).catch(() => null);
  response.writeHead(bytes === null ? 404 : 200, { "content-type": TYPES[extname(pathname)] ?? "text/plain" });
  response.end(bytes);
});
await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
const executablePath = process.env.CHROMIUM ?? "/usr/bin/chromium";
const browser = await chromium.launch({ executablePath, args: ["--no-sandbox"] });
try {
  const { data } = await (await fetch(`${galley}/api/recipes?sort=title`)).json();
  await shows("recipes--filled", data.map(({ title }) => title).join(", "));
  await shows("recipes--failing", "Sorry");
} finally {
  await browser.close();
  server.close();
}

async function shows(story, text) {
  const page = await browser.newPage();
  await page.goto(`http://127.0.0.1:${server.address().port}/iframe.html?viewMode=story&id=${story}`);
  await page.locator("#storybook-root").getByText(text, { exact: true }).waitFor();
}
