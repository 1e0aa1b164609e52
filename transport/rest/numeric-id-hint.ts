import { type ContentType, EngineError, findFirst, TEXT } from "../../engine/internal.ts";
import { idIn, oneWhere } from "../contract/by-id.ts";
import { LEGACY_ID } from "../json-server/legacy-id.ts";
import { callerReading } from "./read.ts";
import type { Call, ContentService, Handle } from "./service.ts";

/**
 * Adds to the 404 of a path with the id that an entry had before it came here, which addresses nothing, the documentId to
 * use, where the caller may read the entry. Types without such ids are answered as ever.
 */
export function withNumericIdHint(type: ContentType, handle: Handle): Handle {
  const attribute = type.attributes.get(LEGACY_ID);
  if (attribute?.kind !== "scalar" || attribute.type !== "integer" || attribute.private) return handle;
  return (service, call) => {
    const id = call.documentId === null ? null : idIn(call.documentId);
    if (id === null || !service.profile.numericIdHint) return handle(service, call);
    const fail = (error: unknown): never => {
      throw error instanceof EngineError && error.code === "not-found" ? withHint(service, call, id, error) : error;
    };
    try {
      const given = handle(service, call);
      return given instanceof Promise ? given.catch(fail) : given;
    } catch (error) {
      return fail(error);
    }
  };
}

function withHint(service: ContentService, call: Call, id: number, { message, details }: EngineError): EngineError {
  const documentId = documentIdOf(service, call, id);
  const hint = `Entries are addressed by documentId, not by id${documentId === null ? "" : `: ${documentId}`}`;
  return new EngineError("not-found", message, { ...details, hint, ...(documentId !== null && { documentId }) });
}

/** Of the published entry that had this id; null where the caller sees none. */
function documentIdOf(service: ContentService, { type, access }: Call, id: number): string | null {
  if (!access.may(type.uid, "findOne")) return null;
  const query = oneWhere(type.uid, { kind: "compare", field: LEGACY_ID, operator: "eq", operand: id });
  const entry = findFirst(callerReading(service, query, access), TEXT, query);
  return entry === null ? null : JSON.parse(entry.text).documentId;
}
