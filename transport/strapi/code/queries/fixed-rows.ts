import { isRecord } from "../../../../engine/internal.ts";
import type { Loose, StrapiQuery } from "../strapi-object.ts";

/**
 * `strapi.db.query` of rows that are not content, such as locales: reads them by equal values and lists of them; a write is
 * told, and changes nothing.
 */
export function fixedRows(all: () => readonly Loose[], told: () => void): StrapiQuery {
  const found = ({ where = {}, offset = 0, limit }: Loose = {}): Loose[] => {
    const rows = all().filter((row) => Object.entries(where).every(([name, value]) => fits(row[name], value)));
    return rows.slice(offset, limit === undefined ? undefined : offset + limit);
  };
  const one = async (params: Loose) => found(params)[0] ?? null;
  const count = async (params: Loose) => found(params).length;
  const keptOne = (params: Loose) => {
    told();
    return one(params);
  };
  const keptMany = async (params: Loose) => {
    told();
    return { count: await count(params) };
  };
  return {
    findOne: one,
    findMany: async (params: Loose) => found(params),
    findWithCount: async (params: Loose) => [found(params), await count({ where: params?.where })],
    findPage: async ({ page = 1, pageSize = 10, where }: Loose = {}) => {
      const total = await count({ where });
      const results = found({ where, offset: (page - 1) * pageSize, limit: pageSize });
      return { results, pagination: { page, pageSize, pageCount: Math.ceil(total / pageSize), total } };
    },
    count,
    create: async ({ data }: Loose) => {
      told();
      return found({ where: data })[0] ?? null;
    },
    createMany: async () => {
      told();
      return { count: 0, ids: [] };
    },
    update: keptOne,
    updateMany: keptMany,
    delete: keptOne,
    deleteMany: keptMany,
  };
}

function fits(value: Loose, condition: Loose): boolean {
  if (!isRecord(condition)) return value === condition;
  return Object.entries<Loose>(condition).every(([operator, operand]) => {
    if (operator === "$eq") return value === operand;
    if (operator === "$ne") return value !== operand;
    if (operator === "$in") return operand.includes(value);
    if (operator === "$notIn") return !operand.includes(value);
    throw new Error(`${operator} is not there for these rows`);
  });
}
