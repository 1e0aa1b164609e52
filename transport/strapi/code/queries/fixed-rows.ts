import type { Loose, StrapiQuery } from "../strapi-object.ts";
import { chosen } from "./chosen-rows.ts";
import { foundPage } from "./row-params.ts";

/** `strapi.db.query` of rows that are not content, such as locales: a write is told, and changes nothing. */
export function fixedRows(all: () => readonly Loose[], told: () => void): StrapiQuery {
  const found = ({ where, offset, limit }: Loose = {}): Loose[] => chosen(all(), { where, offset, limit });
  const one = async (params: Loose) => found(params)[0] ?? null;
  const count = async (params: Loose) => found(params).length;
  const findWithCount = async (params: Loose): Promise<[Loose[], number]> => {
    return [found(params), await count({ where: params?.where })];
  };
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
    findWithCount,
    findPage: (params: Loose) => foundPage(params, findWithCount),
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
