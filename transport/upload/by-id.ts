import type { Query } from "../../engine/index.ts";

const ONE = { style: "offset", start: 0, limit: 1, withCount: false } as const;

/** The question for one entry of a type without drafts, by its numeric id. `asked`: what else is asked of it. */
export function byId(type: string, id: number, asked?: Query): Query {
  return {
    ...(asked ?? { select: { fields: null, populate: [] } }),
    type,
    statuses: ["published"],
    filter: { kind: "compare", field: "id", operator: "eq", operand: id },
    search: null,
    publicationFilter: null,
    sort: [],
    page: ONE,
  };
}

/** A numeric id out of a path or a query; null for a text that is none. */
export function idIn(text: string): number | null {
  return /^\d{1,15}$/.test(text) ? Number(text) : null;
}
