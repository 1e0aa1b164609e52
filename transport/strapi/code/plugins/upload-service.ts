import { createReadStream } from "node:fs";
import { stat } from "node:fs/promises";
import { basename } from "node:path";
import { FILE_TYPE } from "../../../../engine/internal.ts";
import { idIn } from "../../../contract/by-id.ts";
import type { Galley } from "../../../library/galley.ts";
import { checkFileInfos } from "../../../parts/uploads/file-info.ts";
import { Reservation } from "../../../parts/uploads/quota/upload-quota.ts";
import { type SentFile, storedIn } from "../../../parts/uploads/receiving/sent-file.ts";
import { storedEntry } from "../../../parts/uploads/stored-entry.ts";
import type { Uploads } from "../../../parts/uploads/uploads.ts";
import type { Loose, StrapiObject } from "../strapi-object.ts";

interface Parts {
  readonly strapi: () => StrapiObject;
  readonly galley: () => Galley;
  /** Changes the files of the galley. */
  readonly uploads: () => Promise<Uploads>;
}

/** `strapi.plugin("upload").service("upload")`. Files are objects with a `filepath`, as in `ctx.request.files`. */
export function uploadService({ strapi, galley, uploads }: Parts) {
  const files = () => strapi().db.query(FILE_TYPE);
  const room = () => new Reservation({}, galley().store, null);
  const entryOf = (id: Loose) => {
    const entry = storedEntry(galley().store, String(id));
    if (entry === null) throw new Error(`There is no file ${id}`);
    return entry;
  };
  /** Stores the bytes of files for this work, which keeps them: the bytes of others are discarded. */
  const withBytes = async <T>(given: readonly Loose[], work: (sent: readonly SentFile[]) => Promise<T>): Promise<T> => {
    const sent: SentFile[] = [];
    try {
      for (const file of given) sent.push(await received(galley().files, file));
      return await work(sent);
    } finally {
      await Promise.all(sent.map(({ received: { discard } }) => discard()));
    }
  };
  const found = (documentId: string) => files().findOne({ where: { documentId } });
  return {
    findOne: (id: Loose, populate: Loose = {}) => files().findOne({ where: { id }, populate }),
    findMany: (params: Loose = {}) => strapi().documents(FILE_TYPE).findMany(params),
    findPage: ({ filters, sort, populate, pagination, ...params }: Loose = {}) =>
      files().findPage({ where: filters, orderBy: sort, populate, ...pagination, ...params }),
    upload({ data = {}, files: given }: Loose) {
      return withBytes([given].flat(), async (sent) => {
        const infos = checkFileInfos(data.fileInfo ?? {}, sent.length);
        const ids = await (await uploads()).add(sent, infos, placeOf(data), room());
        return Promise.all(ids.map(found));
      });
    },
    async replace(id: Loose, { data = {}, file }: Loose) {
      const [info] = checkFileInfos(data.fileInfo ?? {}, 1);
      return withBytes([file], async ([sent]) =>
        found(await (await uploads()).replace(entryOf(id), sent as SentFile, info as Loose, room())),
      );
    },
    async updateFileInfo(id: Loose, given: Loose = {}) {
      const [info] = checkFileInfos(given, 1);
      return found(await (await uploads()).describe(entryOf(id), info as Loose));
    },
    async remove(file: Loose) {
      await (await uploads()).remove(entryOf(file.id ?? file.documentId));
      return file;
    },
  };
}

/** Stores the bytes of a file, whose members may have the names of any version of `formidable`. */
async function received(store: Parameters<typeof storedIn>[0], file: Loose): Promise<SentFile> {
  const path: string = file.filepath ?? file.path;
  await stat(path);
  const name: string = file.originalFilename ?? file.name ?? basename(path);
  const mediaType: string = file.mimetype ?? file.type ?? "application/octet-stream";
  return { name, mediaType, ...(await storedIn(store)(createReadStream(path))) };
}

function placeOf({ ref, refId, field }: Loose) {
  if (!ref || !refId || !field) return null;
  return { type: String(ref), key: { text: String(refId), number: idIn(String(refId)) }, attribute: String(field) };
}
