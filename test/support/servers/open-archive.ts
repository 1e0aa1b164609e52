import { readFileSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { createGalley, type Galley } from "../../../transport/galley.ts";
import type { ArchiveFile } from "../../../transport/strapi/archive/entries/archive-bytes.ts";
import { type LoadedArchive, loadArchive } from "../../../transport/strapi/archive/read/load-archive.ts";
import { loadProject } from "../../../transport/strapi/project/load-project.ts";
import type { Question } from "../../transport/strapi/archive/record/questions.ts";

const RECORD = join(import.meta.dirname, "../../transport/strapi/archive/record");

/** The export of a real Strapi that was filled by `record/fill.ts`. */
export const RECORDED_EXPORT = join(RECORD, "export.tar.gz");

export interface RecordedAnswer extends Question {
  readonly status: number;
  readonly body: unknown;
}

/** The answers of the same Strapi. */
export function recordedAnswers(): RecordedAnswer[] {
  return JSON.parse(gunzipSync(readFileSync(join(RECORD, "answers.json.gz"))).toString());
}

export const FULL_TOKEN = "full-token";

/** An archive in a galley of its own, with the schema and the public grants that the archive carries. */
export async function openArchive(archive: ArchiveFile): Promise<LoadedArchive & { readonly galley: Galley }> {
  const { definition } = await loadProject(archive.path, { key: archive.key });
  const galley = await createGalley({
    schema: definition,
    profile: "strapi",
    todo: false,
    tokens: [{ name: "full", token: FULL_TOKEN, access: "full-access" }],
  });
  return { galley, ...(await loadArchive(galley, archive)) };
}
