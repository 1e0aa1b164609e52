import { type ContentType, EngineError, findFirst, isPromise, TEXT } from "../../../engine/internal.ts";
import { idIn, oneWhere } from "../../contract/by-id.ts";
import { LEGACY_ID } from "../../json-server/legacy-id.ts";
import { callerReading } from "./read.ts";
import type { Call, ContentService, Handle } from "./service.ts";

/** The types that ids of json-server have: mixed ones are json. */
const TYPES: ReadonlySet<string> = new Set(["integer", "float", "biginteger", "string", "text", "json"]);

/**
 * Adds a hint to the 404 of a path with the id that an entry had in its source, which addresses nothing here: the
 * documentId to use, if the caller may read the entry. Types without such ids are unaffected.
 */
export function withNumericIdHint(type: ContentType, handle: Handle): Handle {
  const attribute = type.attributes.get(LEGACY_ID);
  if (attribute?.kind !== "scalar" || attribute.private || !TYPES.has(attribute.type)) return handle;
  const isNumber = attribute.type === "integer" || attribute.type === "float";
  return (service, call) => {
    const { documentId: text } = call;
    if (text === null || !service.profile.numericIdHint) return handle(service, call);
    const number = idIn(text);
    const id = isNumber ? number : text;
    if (id === null || (attribute.type === "biginteger" && !/^-?\d{1,100}$/.test(text))) return handle(service, call);
    const fail = (error: unknown): never => {
      if (!(error instanceof EngineError) || error.code !== "not-found") throw error;
      const documentId = documentIdOf(service, call, id);
      // Another text may be a documentId, of an entry that is gone.
      throw documentId === null && number === null ? error : withHint(documentId, error);
    };
    try {
      const given = handle(service, call);
      return isPromise(given) ? given.catch(fail) : given;
    } catch (error) {
      return fail(error);
    }
  };
}

function withHint(documentId: string | null, { message, details }: EngineError): EngineError {
  const hint = `Entries are addressed by documentId, not by id${documentId === null ? "" : `: ${documentId}`}`;
  return new EngineError("not-found", message, { ...details, hint, ...(documentId !== null && { documentId }) });
}

/** The documentId of the published entry that had this id; null if the caller sees none. */
function documentIdOf(service: ContentService, { type, access }: Call, id: number | string): string | null {
  if (!access.may(type.uid, "findOne")) return null;
  const query = oneWhere(type.uid, { kind: "compare", field: LEGACY_ID, operator: "eq", operand: id });
  const entry = findFirst(callerReading(service, query, access), TEXT, query);
  return entry === null ? null : JSON.parse(entry.text).documentId;
}
