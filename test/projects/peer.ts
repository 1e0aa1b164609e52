import { mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { installPeers, STRAPI } from "../../bench/run/peers.ts";
import { makeStrapiApp, startStrapiApp, writeTypeCode } from "../../bench/run/strapi-process.ts";
import { authorization } from "../support/vectors/play/credentials.ts";
import { exchange } from "../support/vectors/play/exchange.ts";
import { peerServer } from "../support/vectors/start-peer.ts";

/** The answers for each path of a real Strapi with the content types of a project, in an empty folder. */
export async function askPeer(project: string, folder: string, paths: readonly string[]): Promise<readonly number[]> {
  installPeers(STRAPI);
  await makeStrapiApp(folder);
  await copyTypes(project, folder);
  const tokensFile = join(folder, "tokens.json");
  const running = await startStrapiApp(folder, { NODE_ENV: "development", TOKENS_FILE: tokensFile });
  try {
    const server = peerServer(running, tokensFile);
    const statuses: number[] = [];
    for (const path of paths) {
      const headers = authorization(server, "full");
      statuses.push((await exchange(server.url, { method: "GET", path, headers, body: null })).status);
    }
    return statuses;
  } finally {
    await running.stop();
  }
}

/**
 * Copies the schemas of a project, with the code that Strapi generates instead of its own. Custom fields are texts,
 * because their plugins are not there.
 */
async function copyTypes(project: string, folder: string): Promise<void> {
  const files = await readdir(join(project, "src"), { recursive: true, withFileTypes: true });
  for (const file of files) {
    const place = join(file.parentPath, file.name).slice(project.length + 1);
    if (!file.isFile() || !/^src\/(api|components|extensions)\/.*\.json$/.test(place)) continue;
    const text = await readFile(join(project, place), "utf8");
    await mkdir(dirname(join(folder, place)), { recursive: true });
    await writeFile(join(folder, place), text.replace(/"type":\s*"customField"/g, '"type": "text"'));
    const [, api, type] = /^src\/api\/([^/]+)\/content-types\/([^/]+)\/schema\.json$/.exec(place) ?? [];
    if (api !== undefined && type !== undefined) await writeTypeCode(folder, api, type);
  }
}
