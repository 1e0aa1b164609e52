import { type Filter, PLAIN, type Query, StateView } from "../../engine/internal.ts";
import type { Store } from "../../storage/core.ts";

const ONE = { style: "offset", start: 0, limit: 1, withCount: false } as const;

const WHOLE = { search: null, publicationFilter: null, select: PLAIN } as const;

/** The query for one entry of a type without drafts. `asked`: the rest of the query. */
export function oneWhere(type: string, filter: Filter, asked?: Query): Query {
  const both = asked === undefined || asked.filter === null ? filter : and(filter, asked.filter);
  return { ...(asked ?? WHOLE), type, statuses: ["published"], filter: both, sort: [], page: ONE };
}

/** As `oneWhere`, by its numeric id. */
function byId(type: string, id: number, asked?: Query): Query {
  return oneWhere(type, { kind: "compare", field: "id", operator: "eq", operand: id }, asked);
}

/** As `oneWhere`, by its numeric id where `key` is a number, else by its documentId. */
export function byKey(type: string, key: string, asked?: Query): Query {
  const id = idIn(key);
  if (id !== null) return byId(type, id, asked);
  return oneWhere(type, { kind: "compare", field: "documentId", operator: "eq", operand: key }, asked);
}

/** The version with a numeric id, as clients of Strapi 4 name entries; null if there is none. */
export function versionById(
  { engine }: Pick<Store, "engine">,
  type: string,
  key: string,
): ReturnType<StateView["byId"]> {
  const id = idIn(key);
  return id === null ? null : new StateView(engine.state).byId(type, id);
}

/** A number in decimal, as Strapi's database reads it. */
const NUMBER = /^\s*\+?(?:\d+(?:\.\d*)?|\.\d+)(?:e[-+]?\d+)?\s*$/i;

/** Longer texts are no ids. */
const MAX_LENGTH = 20;

/** Parses a numeric id from a path or a query; null if it is not one. */
export function idIn(text: string): number | null {
  if (text.length > MAX_LENGTH || !NUMBER.test(text)) return null;
  const number = Number(text);
  return Number.isSafeInteger(number) ? number : null;
}

function and(...filters: readonly Filter[]): Filter {
  return { kind: "and", filters };
}
