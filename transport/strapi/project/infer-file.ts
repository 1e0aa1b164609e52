import type { UnknownRecord } from "../../../engine/internal.ts";
import { isError } from "../../../storage/core.ts";
import { type InferOptions, type InferredTypes, inferTypes } from "../../json-server/infer-types.ts";
import { plainData } from "../../json-server/plain-data.ts";
import { ProjectError, type ProjectFault } from "./project-error.ts";

/**
 * The content types and the seed of a file of json-server, as `inferTypes`.
 *
 * @throws ProjectError with every number that would be altered.
 */
export function inferFile(file: string, data: UnknownRecord, options?: InferOptions): InferredTypes {
  const inferred = inferTypes(plain(file, data), options);
  if (inferred.faults.length > 0) throw refused(file, ...inferred.faults);
  return inferred;
}

function plain(file: string, data: UnknownRecord): UnknownRecord {
  try {
    return plainData(data) as UnknownRecord;
  } catch (error) {
    throw refused(file, { path: [], message: isError(error) ? error.message : "cannot be written as JSON" });
  }
}

function refused(file: string, ...faults: readonly Omit<ProjectFault, "file">[]): ProjectError {
  return new ProjectError(
    file,
    faults.map((fault) => ({ file, ...fault })),
  );
}
