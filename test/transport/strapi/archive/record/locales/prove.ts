import { execFileSync } from "node:child_process";
import { createWriteStream, readFileSync, writeFileSync } from "node:fs";
import { copyFile, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import { gzipSync } from "node:zlib";
import { installPeers, STRAPI } from "../../../../../../bench/run/peers.ts";
import { startStrapiApp, startStrapiProject } from "../../../../../../bench/run/strapi-process.ts";
import { createGalley, type Galley } from "../../../../../../transport/galley.ts";
import { archiveEntries } from "../../../../../../transport/strapi/archive/write/export-archive.ts";
import { pack } from "../../../../../../transport/strapi/archive/write/pack.ts";
import { schemaOf } from "../../../../../support/content/schema-of.ts";
import { FULL_TOKEN, openArchive } from "../../../../../support/servers/open-archive.ts";
import { compareAnswers } from "../compare-answers.ts";
import { Peer } from "../peer.ts";
import { fill } from "./fill.ts";
import { QUESTIONS } from "./questions.ts";
import { ARCHIVED_TYPES } from "./types.ts";

/**
 * Proves that content in three locales goes from a real Strapi into Galley, and from Galley into a real Strapi, unchanged
 * (../README.md). With `record` it also leaves the export and the answers beside this file:
 *
 *     npm run check -- archive:locales [record]
 */
const isRecording = process.argv[2] === "record";
const LOCALES = ["fr", "de"] as const;

installPeers(STRAPI);
const folder = await mkdtemp(join(tmpdir(), "galley-archive-"));
const environment = {
  NODE_ENV: "development",
  TOKENS_FILE: join(folder, "tokens.json"),
  DATABASE: join(folder, "data.db"),
  LOCALES: LOCALES.join(),
};
try {
  const filled = await startStrapiProject(
    folder,
    schemaOf(ARCHIVED_TYPES.types, ARCHIVED_TYPES.components),
    environment,
  );
  const { galley, exported } = await fromStrapi(filled).finally(() => filled.stop());
  await edit(galley);
  await intoStrapi("edited in Galley", galley);
  await intoStrapi("made in Galley", await madeInGalley());
  if (isRecording) await copyFile(exported, join(import.meta.dirname, "export.tar.gz"));
} finally {
  await rm(folder, { recursive: true, force: true });
}

interface Running {
  readonly port: number;
}

/** A Galley with what the real server exports, compared with it while that runs. */
async function fromStrapi({ port }: Running): Promise<{ readonly galley: Galley; readonly exported: string }> {
  const peer = peerAt(port);
  await fill(peer);
  if (isRecording) await recordAnswers(peer);
  strapi("export", "--no-encrypt", "-f", join(folder, "export"));
  const exported = join(folder, "export.tar.gz");
  const { galley } = await openArchive({ path: exported });
  await report("filled in Strapi", galley, peer);
  return { galley, exported };
}

/** The content of a Galley in a real server that holds nothing else. */
async function intoStrapi(name: string, galley: Galley): Promise<void> {
  const path = join(folder, "galley.tar.gz");
  const createdAt = Date.now();
  const { engine, files } = galley;
  const definition = { ...schemaOf(ARCHIVED_TYPES.types, ARCHIVED_TYPES.components), locales: ["en", ...LOCALES] };
  const entries = archiveEntries({ engine: engine.fork(), definition, files, access: { roles: {} }, createdAt });
  await pipeline(pack(entries, { compress: true, createdAt }), createWriteStream(path));
  strapi("import", "--force", "-f", path);
  const running = await startStrapiApp(folder, environment);
  try {
    await report(name, galley, peerAt(running.port));
  } finally {
    await running.stop();
    await galley.close();
  }
}

/** The same content by the same requests. */
async function madeInGalley(): Promise<Galley> {
  const galley = await createGalley({
    schema: schemaOf(ARCHIVED_TYPES.types, ARCHIVED_TYPES.components),
    locales: ["en", ...LOCALES],
    profile: "strapi",
    tokens: [{ name: "full", token: FULL_TOKEN, access: "full-access" }],
  });
  const { url } = await galley.listen({ port: 0 });
  await fill(new Peer(url, FULL_TOKEN));
  return galley;
}

/** Changes in each locale that only Galley has made. */
async function edit(galley: Galley): Promise<void> {
  const pages = galley.documents("api::page.page");
  const topics = await galley.documents("api::topic.topic").findMany({ sort: "rank" });
  const things = topics.map(({ documentId }) => ({ __type: "api::topic.topic", documentId }));
  const made = await pages.create({ data: { title: "made here", sku: "s9", things }, status: "published" });
  const documentId = String(made.documentId);
  await pages.update({ documentId, locale: "de", data: { title: "hier gemacht", things: things.toReversed() } });
  await pages.update({ documentId, locale: "fr", data: { title: "fait ici" }, status: "published" });
  const [two] = await pages.findMany({ filters: { title: "two" } });
  await pages.delete({ documentId: String(two?.documentId), locale: "fr" });
  await pages.update({ documentId: String(two?.documentId), locale: "de", data: { title: "zwei", sku: "s4", things } });
}

async function report(name: string, galley: Galley, peer: Peer): Promise<void> {
  process.stdout.write(`${name}: `);
  if ((await compareAnswers(galley, { public: peer, full: peer }, QUESTIONS)) > 0) process.exitCode = 1;
}

async function recordAnswers(peer: Peer): Promise<void> {
  const answers = [];
  for (const question of QUESTIONS) {
    const response = await peer.fetch(question.path);
    answers.push({ ...question, status: response.status, body: await response.json() });
  }
  writeFileSync(join(import.meta.dirname, "answers.json.gz"), gzipSync(JSON.stringify(answers), { level: 9 }));
}

function peerAt(port: number): Peer {
  const { full } = JSON.parse(readFileSync(environment.TOKENS_FILE, "utf8")) as { readonly full: string };
  return new Peer(`http://127.0.0.1:${port}`, full);
}

function strapi(...args: readonly string[]): void {
  execFileSync("npx", ["strapi", ...args], {
    cwd: folder,
    env: { ...process.env, ...environment, PORT: "0" },
    stdio: ["ignore", "ignore", "inherit"],
  });
}
