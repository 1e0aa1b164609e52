import { basename, extname } from "node:path";
import { isRecord, type UnknownRecord } from "../../../engine/internal.ts";
import { isJsonServerData } from "../../json-server/is-json-server.ts";
import { NO_CONFIG } from "./config/project-config.ts";
import { EXTENSIONS, readData } from "./files/read-data.ts";
import type { Findings } from "./findings.ts";
import { recordAt } from "./record.ts";
import type { Source } from "./source.ts";

/**
 * One file with all content types and components, and possibly entries, `{ contentTypes, components, seed }`; or
 * json-server data, whose content types are inferred.
 */
export async function readFileSource(path: string, findings: Findings): Promise<Source> {
  const file = basename(path);
  const known = EXTENSIONS.some((extension) => extension === extname(path));
  const data = known ? await readData(path) : { fault: `must be a folder or a file of ${EXTENSIONS.join(", ")}` };
  if ("fault" in data) findings.fault(file, data.fault);
  const given = "value" in data && isRecord(data.value) ? data.value : {};
  if ("value" in data && given !== data.value) findings.fault(file, "must hold an object");
  const isFaulty = findings.faults.length > 0;
  const inferred = isJsonServerData(given) ? await infer(given, file, findings) : null;
  const value: UnknownRecord = inferred ?? given;
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

async function infer(data: UnknownRecord, file: string, findings: Findings): Promise<UnknownRecord> {
  const { inferTypes } = await import("../../json-server/infer-types.ts");
  const { contentTypes, seed, notes } = inferTypes(data);
  for (const { path, message } of notes) findings.warning(file, message, path);
  return { contentTypes, seed };
}
