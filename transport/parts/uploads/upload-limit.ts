import { FILE_TYPE } from "../../../engine/internal.ts";
import type { FindCaller } from "../../access/caller.ts";
import { isForm } from "../../http/form/form-type.ts";
import { isBelow } from "../../http/path-below.ts";
import type { BodyLimit } from "../../http/port.ts";

/** Whether a request contains files, which are stored while they arrive. `root`: a path that takes them. */
export function bringsFiles(root: string): (head: Parameters<BodyLimit>[0]) => boolean {
  const isUpload = isBelow(root);
  return (head) => isUpload(head.path) && isForm(head);
}

/** Bytes for the parts of a form around its files. */
export const FORM_BYTES = 65_536;

/**
 * Limits bodies to `limit` bytes of files for callers who may upload files, for requests that are uploads; `otherwise` applies to all
 * others. Bodies take memory or disk space, so nobody may fill these without permission.
 */
export function uploadLimit(
  isUpload: (head: Parameters<BodyLimit>[0]) => boolean,
  limit: number,
  findCaller: FindCaller,
  otherwise: BodyLimit,
): BodyLimit {
  return (head) => (isUpload(head) && mayUpload(findCaller, head) ? limit + FORM_BYTES : otherwise(head));
}

function mayUpload(findCaller: FindCaller, head: Parameters<BodyLimit>[0]): boolean {
  const caller = findCaller(head.header("authorization"));
  if (caller.kind === "unauthorized") return false;
  return caller.access.may(FILE_TYPE, "create") || caller.access.may(FILE_TYPE, "update");
}
