import { type Action, EngineError, FILE_TYPE } from "../../../engine/internal.ts";
import { askedBy } from "../../access/note-author.ts";
import { forbidden } from "../graphql/execute/permission.ts";
import type { PluginOperations } from "../graphql/execute/plugin-operations.ts";
import { entryOf, type Resolving } from "../graphql/execute/resolve.ts";
import { checkFileInfos } from "./file-info.ts";
import { type StoredEntry, storedEntry } from "./stored-entry.ts";
import type { UploadsOptions } from "./uploads.ts";

/** Updating and deleting files, as over REST (graphql, §17). */
export function fileOperations(options: UploadsOptions): PluginOperations {
  const uploads = async ({ caller, request }: Resolving) => {
    const { Uploads } = await import("./uploads.ts");
    return new Uploads({ ...options, note: askedBy(caller, request).note }, (documentId) => documentId);
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
  return {
    updateUploadFile: update,
    deleteUploadFile: remove,
    // Their names in Strapi 4.
    updateFileInfo: async (args, context) => ({ data: await update(args, context) }),
    removeFile: async (args, context) => ({ data: await remove(args, context) }),
  };
}

function demand({ caller }: Resolving, action: Action): void {
  if (!caller.access.may(FILE_TYPE, action)) throw forbidden();
}
