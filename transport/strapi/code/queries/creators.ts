import { isRecord } from "../../../../engine/internal.ts";
import { after } from "../../../runtime/maybe-later.ts";
import type { Loose } from "../strapi-object.ts";

const CREATORS: ReadonlySet<string> = new Set(["createdBy", "updatedBy"]);

/**
 * Makes a call that may populate `createdBy` and `updatedBy`, as Strapi's may: they are null, since nobody writes entries in an
 * admin panel. `*`, or true for rows, populates them too, and `localizations` of types without locales, which are none.
 */
export function withCreators(params: Loose, call: (params: Loose) => unknown): unknown {
  const names = creatorsIn(params?.populate);
  if (names.length === 0) return call(params);
  return after(call({ ...params, populate: withoutCreators(params.populate) }), (result) => shown(result, names));
}

function creatorsIn(populate: Loose): readonly string[] {
  if (isWhole(populate)) return [...CREATORS, LOCALIZATIONS];
  if (typeof populate === "string") return populate.split(",").filter((name) => CREATORS.has(name));
  const names = Array.isArray(populate) ? populate : isRecord(populate) ? Object.keys(populate) : [];
  return names.filter((name) => CREATORS.has(name) && (populate as Loose)[name] !== false);
}

const LOCALIZATIONS = "localizations";

function isWhole(populate: Loose): boolean {
  return populate === "*" || populate === true;
}

function withoutCreators(populate: Loose): Loose {
  if (isWhole(populate)) return populate;
  if (typeof populate === "string") return withoutCreators(populate.split(","));
  if (Array.isArray(populate)) return populate.filter((name) => !CREATORS.has(name));
  return Object.fromEntries(Object.entries(populate).filter(([name]) => !CREATORS.has(name)));
}

/** An entry, or a list of them, with its creators. */
function shown(result: Loose, names: readonly string[]): Loose {
  if (Array.isArray(result)) return result.map((each) => shown(each, names));
  if (!isRecord(result)) return result;
  const nothing = names.map((name) => [name, name === LOCALIZATIONS ? (result[name] ?? []) : null]);
  return { ...result, ...Object.fromEntries(nothing) };
}
