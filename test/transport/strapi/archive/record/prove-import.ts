import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { createWriteStream, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import { setTimeout } from "node:timers/promises";
import { createGalley, type Galley } from "../../../../../transport/galley.ts";
import { archiveEntries } from "../../../../../transport/strapi/archive/write/export-archive.ts";
import { pack } from "../../../../../transport/strapi/archive/write/pack.ts";
import { loadProject } from "../../../../../transport/strapi/project/load-project.ts";
import { FULL_TOKEN, openArchive, RECORDED_EXPORT } from "../../../../support/servers/open-archive.ts";
import { compareAnswers } from "./compare-answers.ts";
import { EXCEPTIONS } from "./exceptions.ts";
import { fill } from "./fill.ts";
import { Peer } from "./peer.ts";
import { questionsFor } from "./questions.ts";

/**
 * Proves that a real Strapi imports Galley's exports, and answers the same afterwards (README.md beside this file):
 *
 *     GALLEY_STRAPI_APP=FOLDER npm run check -- archive
 *
 * The content of the app in FOLDER is replaced. It must not be running.
 */
const { GALLEY_STRAPI_APP: app, GALLEY_STRAPI_PORT: port = "1473" } = process.env;
if (app === undefined) throw new Error("GALLEY_STRAPI_APP must name the folder of a Strapi app (see README.md)");

const KEY = "open sesame";

const scenarios = { "recorded and edited": recordedAndEdited, "made in Galley": madeInGalley };
for (const [name, make] of Object.entries(scenarios)) {
  const galley = await make();
  importInto(app, await exported(galley));
  const server = spawn("node", ["start.js"], { cwd: app, env: { ...process.env, PORT: port }, stdio: "ignore" });
  try {
    const url = `http://127.0.0.1:${port}`;
    await untilItAnswers(url, server);
    const { full: token } = JSON.parse(readFileSync(join(app, "tokens.json"), "utf8"));
    process.stdout.write(`${name}: `);
    const peers = { public: new Peer(url), full: new Peer(url, token) };
    const different = await compareAnswers(galley, peers, await questionsFor(peers.full), EXCEPTIONS);
    if (different > 0) process.exitCode = 1;
  } finally {
    server.kill();
    await galley.close();
  }
}

async function recordedAndEdited(): Promise<Galley> {
  const { galley } = await openArchive({ path: RECORDED_EXPORT });
  await edit(galley);
  return galley;
}

/** The same content as in the recording, by the same requests. */
async function madeInGalley(): Promise<Galley> {
  const { definition } = await loadProject(RECORDED_EXPORT);
  const types = Object.keys(definition.contentTypes).filter(
    (uid) => uid.startsWith("api::") && !uid.includes("secret"),
  );
  const galley = await createGalley({
    schema: definition,
    profile: "strapi",
    roles: { public: Object.fromEntries(types.map((uid) => [uid, ["find", "findOne"]])) },
    tokens: [{ name: "full", token: FULL_TOKEN, access: "full-access" }],
  });
  const { url } = await galley.listen({ port: 0 });
  await fill(new Peer(url, FULL_TOKEN));
  return galley;
}

/** Changes that only Galley has made. */
async function edit(galley: Galley): Promise<void> {
  const posts = galley.documents("api::post.post");
  const tags = galley.documents("api::tag.tag");
  const tag = await tags.create({ data: { name: "made-here" }, status: "published" });
  const created = await posts.create({
    data: { title: "Made by Galley", tags: [tag.documentId], seo: { metaTitle: "Galley", links: [{ url: "/g" }] } },
    status: "published",
  });
  const documentId = String(created.documentId);
  await posts.update({ documentId, data: { title: "Edited by Galley", related: [documentId] } });
  await posts.create({ data: { title: "Draft by Galley" } });
}

async function exported(galley: Galley): Promise<string> {
  const { definition } = await loadProject(RECORDED_EXPORT);
  const createdAt = Date.now();
  const path = join(mkdtempSync(join(tmpdir(), "galley-")), "export.tar.gz.enc");
  const entries = archiveEntries({
    engine: galley.engine.fork(),
    definition,
    files: galley.files,
    access: { roles: {} },
    createdAt,
  });
  await pipeline(pack(entries, { compress: true, key: KEY, createdAt }), createWriteStream(path));
  return path;
}

function importInto(folder: string, archive: string): void {
  const args = ["strapi", "import", "--force", "--key", KEY, "-f", archive];
  execFileSync("npx", args, { cwd: folder, stdio: ["ignore", "ignore", "inherit"] });
  rmSync(archive);
}

async function untilItAnswers(url: string, server: ChildProcess): Promise<void> {
  while (server.exitCode === null) {
    const answer = await fetch(`${url}/_health`).catch(() => null);
    if (answer?.ok) return;
    await setTimeout(500);
  }
  throw new Error("The app ended before it answered");
}
