import type { Loose, StrapiObject } from "../strapi-object.ts";

/** `strapi.entityService`, which Strapi 5 keeps for code of version 4: documents by numeric id, written as published or not. */
export function entityService({ documents, db, contentType }: Pick<StrapiObject, "documents" | "db" | "contentType">) {
  const rowOf = (uid: string, id: Loose): Promise<Loose> => db.query(uid).findOne({ where: { id } });
  // Code of version 4 says by `publishedAt` what is a draft.
  const statusOf = (uid: string, { publishedAt }: Loose) =>
    contentType(uid)?.options?.draftAndPublish && publishedAt === null ? "draft" : "published";
  return {
    async findMany(uid: string, params: Loose = {}): Promise<Loose> {
      const isSingle = contentType(uid)?.kind === "singleType";
      return isSingle ? documents(uid).findFirst(params) : documents(uid).findMany(params);
    },
    async findOne(uid: string, id: Loose, params: Loose = {}): Promise<Loose> {
      const row = await rowOf(uid, id);
      return row === null ? null : documents(uid).findOne({ ...params, documentId: row.documentId });
    },
    count: (uid: string, params: Loose = {}) => documents(uid).count(params),
    findPage: (uid: string, { page, pageSize, filters, fields, sort, populate }: Loose = {}) => {
      const shown = fields === undefined ? undefined : ["id", "documentId", ...[fields].flat()];
      return db.query(uid).findPage({ ...rowParams({ filters, fields: shown, sort, populate }), page, pageSize });
    },
    create: (uid: string, params: Loose = {}) =>
      documents(uid).create({ ...params, status: statusOf(uid, params.data ?? {}) }),
    async update(uid: string, id: Loose, params: Loose = {}): Promise<Loose> {
      const row = await rowOf(uid, id);
      if (row === null) return null;
      return documents(uid).update({ ...params, status: statusOf(uid, row), documentId: row.documentId });
    },
    async delete(uid: string, id: Loose, params: Loose = {}): Promise<Loose> {
      const row = await rowOf(uid, id);
      if (row !== null) await documents(uid).delete({ ...params, documentId: row.documentId });
      return row;
    },
  };
}

/** `title:desc`, or what `strapi.db.query` takes. */
function sortOf(sort: Loose): Loose {
  if (typeof sort !== "string") return Array.isArray(sort) ? sort.flatMap(sortOf) : [sort];
  return sort.split(",").map((each) => {
    const [name = "", order = "asc"] = each.trim().split(":");
    return { [name]: order };
  });
}

/** The parameters of a read, and of the reads below it, by the names of `strapi.db.query`. */
function rowParams({ filters, fields, sort, populate, ...others }: Loose): Loose {
  return {
    ...others,
    ...(filters !== undefined && { where: filters }),
    ...(fields !== undefined && { select: fields }),
    ...(sort !== undefined && { orderBy: sortOf(sort) }),
    ...(populate !== undefined && { populate: rowPopulate(populate) }),
  };
}

function rowPopulate(populate: Loose): Loose {
  if (typeof populate !== "object" || populate === null || Array.isArray(populate)) return populate;
  return Object.fromEntries(
    Object.entries<Loose>(populate).map(([name, given]) => {
      const isRead = typeof given === "object" && given !== null && given.on === undefined;
      return [name, isRead ? rowParams(given) : given];
    }),
  );
}
