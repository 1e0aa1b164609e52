import type { SchemaIssue } from "../../../../engine/internal.ts";
import { NO_CONFIG } from "../../project/config/project-config.ts";
import type { ProjectFault } from "../../project/project-error.ts";
import type { Source } from "../../project/source.ts";
import type { ArchiveFile } from "../entries/archive-bytes.ts";
import { archiveDefinition } from "./archive-definition.ts";
import { type Survey, surveyArchive } from "./survey.ts";

/** The content types and components of an exported archive. */
export async function readArchiveSource(archive: ArchiveFile): Promise<Source> {
  const survey = await surveyArchive(archive);
  return {
    ...archiveDefinition(survey),
    customFields: {},
    defaultLocale: survey.defaultLocale,
    ...(survey.locales.size > 1 && { locales: localesOf(survey) }),
    config: NO_CONFIG,
    locate: (issue) => locate(issue, survey),
  };
}

function localesOf({ locales }: Survey) {
  return Object.fromEntries([...locales].map(([code, name]) => [code, { name }]));
}

/** The place of an issue in the archive. */
export function locate({ model, path, message }: SchemaIssue, { contentTypes, components }: Survey): ProjectFault {
  // Faults of the whole definition are under `contentTypes` or `components` and a uid.
  const [uid, inner] = model === "" ? [path[1] ?? "", path.slice(2)] : [model, path];
  const line = contentTypes.get(uid) ?? components.get(uid);
  return line === undefined
    ? { file: "schemas", path: [uid, ...inner], message }
    : { file: line.place, path: inner, message };
}
