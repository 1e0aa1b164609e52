import { type Action, EngineError, FILE_TYPE, validationError } from "../../../engine/internal.ts";
import { askedBy } from "../../access/note-author.ts";
import type { Arguments } from "../graphql/execute/arguments/list-params.ts";
import { forbidden } from "../graphql/execute/permission.ts";
import type { PluginOperations } from "../graphql/execute/plugin-operations.ts";
import { entryOf, type Resolving } from "../graphql/execute/resolve.ts";
import { SentUpload } from "../graphql/schema/scalars/sent-upload.ts";
import { checkFileInfos } from "./file-info.ts";
import { assertFits } from "./receiving/assert-fits.ts";
import { mediaPlaceIn } from "./receiving/media-place.ts";
import type { OperationFile } from "./receiving/operation-form.ts";
import type { StorageWait } from "./receiving/storage-wait.ts";
import { type StoredEntry, storedEntry } from "./stored-entry.ts";
import type { UploadOptions } from "./upload-options.ts";

/** Sending, updating and deleting files, as over REST (graphql, §17). */
export function fileOperations(options: UploadOptions): PluginOperations {
  const uploads = async ({ caller, request }: Resolving, wait?: StorageWait) => {
    const { Uploads } = await import("./uploads.ts");
    const { note } = askedBy(caller, request);
    return new Uploads({ ...options, ...(wait && { wait }), note }, (documentId) => documentId);
  };
  const found = (id: unknown): StoredEntry | null => storedEntry(options.store, String(id));
  const shown = ({ reader, budget }: Resolving, documentId: string) =>
    entryOf(reader.version(reader.schema.type(FILE_TYPE), { documentId, status: "published", locale: null }), budget);

  const update: PluginOperations[string] = async ({ id, info }, context) => {
    demand(context, "update");
    const entry = found(id);
    if (entry === null) throw new EngineError("not-found", "Entity not found");
    for (const fileInfo of checkFileInfos(info ?? undefined, 1))
      await (await uploads(context)).describe(entry, fileInfo);
    return shown(context, entry.documentId);
  };
  const remove: PluginOperations[string] = async ({ id }, context) => {
    demand(context, "delete");
    const entry = found(id);
    if (entry === null) return null;
    const answer = shown(context, entry.documentId);
    await (await uploads(context)).remove(entry);
    return answer;
  };
  const add = async (sent: readonly OperationFile[], { info, ...place }: Arguments, context: Resolving) => {
    const link = mediaPlaceIn(options, context.request, (name) => place[name]);
    const [first] = sent;
    if (first === undefined) throw new EngineError("validation", "Files are empty");
    const files = sent.map((each) => each.take() ?? taken(each));
    assertFits(options, files);
    const infos = checkFileInfos(info ?? undefined, 1);
    const { room, wait } = first.form;
    const added = await (await uploads(context, wait)).add(files, infos, link, room);
    return added.map((documentId) => ({ data: shown(context, documentId) }));
  };
  const upload: PluginOperations[string] = async ({ file, ...args }, context) => {
    demand(context, "create");
    const [entry] = await add(sentIn([file], "file"), args, context);
    return entry;
  };
  const uploadAll: PluginOperations[string] = ({ files, ...args }, context) => {
    demand(context, "create");
    return add(sentIn(files, "files"), args, context);
  };
  return {
    updateUploadFile: update,
    deleteUploadFile: remove,
    // In Strapi 4.
    upload,
    multipleUpload: uploadAll,
    updateFileInfo: async (args, context) => ({ data: await update(args, context) }),
    removeFile: async (args, context) => ({ data: await remove(args, context) }),
  };
}

/** @throws EngineError `validation` with the place of a missing file. */
function sentIn(files: unknown, name: string): readonly OperationFile[] {
  const list: readonly unknown[] = Array.isArray(files) ? files : [];
  return list.map((file, index) => {
    if (file instanceof SentUpload) return file;
    const path = name === "file" ? [name] : [name, String(index)];
    throw validationError([{ path, message: `${path.join(".")} must be a file` }]);
  });
}

/** @throws EngineError `validation` */
function taken({ name }: OperationFile): never {
  throw new EngineError("validation", `The file ${name} is sent once, and another field of the operation has it`);
}

function demand({ caller }: Resolving, action: Action): void {
  if (!caller.access.may(FILE_TYPE, action)) throw forbidden();
}
