import type { FileStore } from "../../../../storage/core.ts";
import { type Form, type FormBody, readForm } from "../../../http/form/form.ts";
import { HttpError } from "../../../http/http-error.ts";
import type { HttpRequest } from "../../../http/port.ts";
import type { Reservation } from "../quota/upload-quota.ts";
import { FORM_BYTES } from "../upload-limit.ts";
import { type StoredPart, storedIn } from "./sent-file.ts";

/**
 * The form of a request, whose files take up room and are stored. `only`: null for files in all fields.
 *
 * @throws HttpError (rejected): no file is left behind then.
 */
export async function readStored(
  request: HttpRequest,
  body: FormBody,
  room: Reservation,
  store: Pick<FileStore, "receive">,
  only?: null,
): Promise<Form<StoredPart>> {
  // Told before anything arrives, if the form says how long it is.
  room.assertRoom(Math.max(0, Number(request.header("content-length") ?? 0) - FORM_BYTES));
  const receiving = storedIn(store, (bytes) => room.add(bytes));
  return readForm(request.header("content-type") ?? "", body, receiving, only).catch((error) => {
    room.release();
    return rethrow(error);
  });
}

export const TOO_LARGE = new HttpError("body too large", "FileTooBig");

/** A body that turns out to be too large while it arrives is answered like one that was declared too large. */
function rethrow(error: unknown): never {
  throw error instanceof HttpError && error.code === "body too large" ? TOO_LARGE : error;
}
