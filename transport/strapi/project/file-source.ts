import { basename, extname } from "node:path";
import { isRecord, type UnknownRecord } from "../../../engine/internal.ts";
import { isJsonServerData } from "../../json-server/is-json-server.ts";
import type { RowReading } from "../../json-server/json-server-config.ts";
import { wholeOf } from "../../runtime/lazy-members.ts";
import type { Environment } from "./config/config-env.ts";
import { NO_CONFIG } from "./config/project-config.ts";
import { EXTENSIONS, withDigits } from "./files/read-data.ts";
import { readSections } from "./files/read-sections.ts";
import type { Findings } from "./findings.ts";
import { recordAt } from "./record.ts";
import type { Source } from "./source.ts";

interface FileOptions {
  /** Where its code is not run: variables for its literals. */
  readonly unrun?: Environment;
  readonly rowReading: RowReading | undefined;
}

/**
 * One file with all content types and components, and possibly entries, `{ contentTypes, components, seed }`; or
 * json-server data, whose content types are inferred.
 */
export async function readFileSource(
  path: string,
  findings: Findings,
  { unrun, rowReading }: FileOptions,
): Promise<Source> {
  const file = basename(path);
  const known = EXTENSIONS.some((extension) => extension === extname(path).toLowerCase());
  const data = known
    ? await readSections(path, (key) => key === "seed", unrun)
    : { fault: `must be a folder or a file of ${EXTENSIONS.join(", ")}` };
  if ("fault" in data) findings.fault(file, data.fault);
  if ("isCode" in data) findings.unread.push(file);
  const given = "value" in data && isRecord(data.value) ? data.value : {};
  if ("value" in data && given !== data.value) findings.fault(file, "must hold an object");
  const isFaulty = findings.faults.length > 0;
  const resources = Object.hasOwn(given, "contentTypes") ? given : withWholeSeed(given);
  const inferred = isJsonServerData(resources) ? await infer(resources, file, findings, rowReading) : null;
  const value: UnknownRecord = inferred ?? withWholeDefinition(given);
  return {
    ...(inferred !== null && { isReadable: true }),
    contentTypes: value.contentTypes,
    components: value.components ?? {},
    customFields: recordAt(value, "customFields"),
    ...(Object.hasOwn(value, "defaultLocale") && { defaultLocale: value.defaultLocale }),
    ...(Object.hasOwn(value, "locales") && { locales: value.locales }),
    ...(Object.hasOwn(value, "seed") && { seed: recordAt(value, "seed") }),
    config: NO_CONFIG,
    locate({ model, path, message }) {
      if (isFaulty) return undefined;
      const part = Object.hasOwn(recordAt(value, "contentTypes"), model) ? "contentTypes" : "components";
      return { file, path: model === "" ? path : [part, model, ...path], message };
    },
  };
}

/** json-server data may have an object named `seed`, whose lists are values. */
function withWholeSeed(data: UnknownRecord): UnknownRecord {
  return isRecord(data.seed) ? { ...data, seed: membersWhole(data.seed) } : data;
}

/** All but the seed, which may be large. */
function withWholeDefinition(data: UnknownRecord): UnknownRecord {
  const { seed, ...definition } = data;
  const whole = withDigits(membersWhole(definition)) as UnknownRecord;
  return Object.hasOwn(data, "seed") ? { ...whole, seed } : whole;
}

function membersWhole(record: UnknownRecord): UnknownRecord {
  return Object.fromEntries(Object.entries(record).map(([key, value]) => [key, wholeOf(value)]));
}

async function infer(
  data: UnknownRecord,
  file: string,
  findings: Findings,
  reading: RowReading = {},
): Promise<UnknownRecord> {
  const { inferFile } = await import("./infer-file.ts");
  const { contentTypes, seed, notes } = inferFile(file, data, { reading });
  for (const { path, message } of notes) findings.warning(file, message, path);
  return { contentTypes, seed };
}
