import { EngineError, FILE_TYPE, type MediaPlace } from "../../../../engine/internal.ts";
import { askedBy } from "../../../access/note-author.ts";
import { bodyOf } from "../../../contract/parse-body.ts";
import type { Answer } from "../../../http/answer.ts";
import { isForm } from "../../../http/form/form-type.ts";
import type { RouteCall } from "../../../http/service.ts";
import { checkFileInfos } from "../file-info.ts";
import { Reservation } from "../quota/upload-quota.ts";
import { type StoredEntry, storedEntry } from "../stored-entry.ts";
import type { UploadOptions } from "../upload-options.ts";
import { Uploads } from "../uploads.ts";
import { assertFits } from "./assert-fits.ts";
import { mediaPlaceIn } from "./media-place.ts";
import type { SentFile } from "./sent-file.ts";
import { StorageWait } from "./storage-wait.ts";
import { readStored, TOO_LARGE } from "./stored-form.ts";

/**
 * Handles a POST of files or, with the parameter `id`, of a replacement for one file or of a new description.
 *
 * @throws HttpError or EngineError (rejected).
 */
export async function receive(
  options: UploadOptions,
  call: RouteCall,
  answer: (documentId: string) => string,
): Promise<Answer> {
  const { request } = call;
  const { id } = options.paramsOf(request);
  const isNew = id === undefined || id === null || id === "";
  const caller = options.authorize(request, FILE_TYPE, isNew ? "create" : "update");
  const room = new Reservation(options.quota, options.store, caller.kind === "user" ? caller.id : null);
  const wait = new StorageWait();
  const sent = await readSent({ ...options, files: wait.over(options.files) }, call, room);
  const uploads = new Uploads({ ...options, wait, note: askedBy(caller, request).note }, answer);
  try {
    assertFits(options, sent.files);
    if (isNew) return await add(uploads, sent, mediaPlaceIn(options, request, sent.field), room);
    return { status: 200, body: await change(uploads, sent, () => entryOf(options, id), room) };
  } finally {
    room.release();
    await Promise.all(sent.files.map(({ received }) => received.discard()));
  }
}

/** The contents of an upload, whatever the form of its body. */
interface Sent {
  readonly files: readonly SentFile[];
  /** A field by its name; a list if the name occurs several times. */
  field(name: string): unknown;
}

async function readSent({ files: store }: UploadOptions, call: RouteCall, room: Reservation): Promise<Sent> {
  const { body } = call.request;
  if (body === "too large") throw TOO_LARGE;
  if (!isForm(call.request) || body === null) {
    const fields = bodyOf(call);
    return { files: [], field: (name) => (Object.hasOwn(fields, name) ? fields[name] : undefined) };
  }
  const { files, fields } = await readStored(call.request, body, room, store);
  return {
    // A single empty file is what forms send when no file was chosen.
    files: files.length === 1 && files[0]?.received.size === 0 ? [] : files,
    field: (name) => {
      const values = fields.get(name);
      return values?.length === 1 ? values[0] : values;
    },
  };
}

async function add(
  uploads: Uploads,
  { files, field }: Sent,
  place: MediaPlace | null,
  room: Reservation,
): Promise<Answer> {
  if (files.length === 0) throw new EngineError("validation", "Files are empty");
  const infos = checkFileInfos(field("fileInfo"), files.length);
  const entries = await uploads.add(files, infos, place, room);
  return { status: 201, body: `[${entries.join(",")}]` };
}

async function change(
  uploads: Uploads,
  { files, field }: Sent,
  find: () => StoredEntry,
  room: Reservation,
): Promise<string> {
  const [file, another] = files;
  if (another !== undefined) throw new EngineError("validation", "Cannot replace a file with multiple ones");
  const [info] = checkFileInfos(field("fileInfo"), 1, true);
  if (info === undefined) throw new EngineError("validation", "Files are empty");
  return file === undefined ? uploads.describe(find(), info) : uploads.replace(find(), file, info, room);
}

function entryOf({ store }: UploadOptions, id: unknown): StoredEntry {
  if (typeof id !== "string") throw new EngineError("validation", "File id is required and must be a single value");
  const entry = storedEntry(store, id);
  if (entry === null) throw new EngineError("not-found", "Entity not found");
  return entry;
}
