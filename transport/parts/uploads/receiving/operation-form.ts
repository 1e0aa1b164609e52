import { FILE_TYPE } from "../../../../engine/internal.ts";
import { readForm } from "../../../http/form/form.ts";
import { discarded } from "../../../http/form/form-fields.ts";
import type { ReceiveForm } from "../../graphql/http/upload-form.ts";
import { SentUpload } from "../../graphql/schema/scalars/sent-upload.ts";
import { Reservation } from "../quota/upload-quota.ts";
import type { UploadOptions } from "../upload-options.ts";
import type { SentFile } from "./sent-file.ts";
import { StorageWait } from "./storage-wait.ts";
import { readStored, TOO_LARGE } from "./stored-form.ts";

/** A file of an operation. */
export type OperationFile = SentUpload<SentFile, SentForm>;

/** Shared by the files of one form. */
interface SentForm {
  readonly room: Reservation;
  readonly wait: StorageWait;
}

type FormOptions = Pick<UploadOptions, "files" | "store" | "quota">;

/** Receives the files of operations. The files of a caller who may not upload are read and dropped: nothing is stored. */
export function operationForms({ files: kept, store, quota }: FormOptions): ReceiveForm {
  return async (request, caller) => {
    const { body } = request;
    if (body === "too large") throw TOO_LARGE;
    const wait = new StorageWait();
    const room = new Reservation(quota, store, caller.kind === "user" ? caller.id : null);
    const mayStore = caller.access.may(FILE_TYPE, "create");
    const { fields, files } = mayStore
      ? await readStored(request, body ?? EMPTY, room, wait.over(kept), null)
      : await readForm(request.header("content-type") ?? "", body ?? EMPTY, dropped, null);
    return {
      fields,
      files: new Map(files.map((file) => [file.field, new SentUpload(file, { room, wait })])),
      end: async () => {
        room.release();
        await Promise.all(files.map(({ received }) => received.discard()));
      },
    };
  };
}

const EMPTY = new Uint8Array();

async function dropped(bytes: AsyncIterable<Uint8Array>) {
  const { received } = await discarded(bytes);
  return { picture: null, received: { ...received, keep: refused } };
}

/** Operations ask for the right before they keep a file. */
async function refused(): Promise<never> {
  throw new Error("a file is kept that was not received");
}
