import { type ContentType, EngineError, isRecord, type Schema, type UnknownRecord } from "../../../engine/internal.ts";
import { typeByName } from "../types-by-name.ts";

/**
 * Values of generated entries by type: an object for all of them, a list with one for each of the first, or a function of
 * the place.
 */
export interface OwnFakes {
  readonly [type: string]: UnknownRecord | readonly UnknownRecord[] | ((place: number) => UnknownRecord);
}

/** The given entries of a type: their least number, and the values of each. */
interface OwnOf {
  readonly least: number;
  at(place: number): UnknownRecord;
}

const NOTHING: OwnOf = { least: 0, at: () => ({}) };

/** @throws EngineError for an unknown type, and `validation` for values of another form */
export function ownFakes(schema: Schema, own: OwnFakes): (type: ContentType) => OwnOf {
  const byUid = new Map(Object.entries(own).map(([name, given]) => [typeByName(schema, name).uid, ownOf(name, given)]));
  return ({ uid }) => byUid.get(uid) ?? NOTHING;
}

function ownOf(name: string, given: OwnFakes[string]): OwnOf {
  if (typeof given === "function") return { least: 0, at: (place) => given(place) };
  if (Array.isArray(given) && given.every(isRecord)) {
    return { least: given.length, at: (place) => given[place] ?? {} };
  }
  if (!isRecord(given))
    throw new EngineError("validation", `${name} must be an object, a list of objects or a function`);
  return { least: 0, at: () => given };
}
