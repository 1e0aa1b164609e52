import { FILE_TYPE } from "../../engine/index.ts";
import type { FindCaller } from "../content/caller.ts";
import { isBelow } from "../path-below.ts";
import type { BodyLimit } from "../port.ts";

/**
 * Bodies of up to `limit` bytes from those who may upload files, where they do so; for all others and everywhere else
 * `otherwise` holds. A body is held in memory, so nobody gets to fill that who has no right to.
 */
export function uploadLimit(prefix: string, limit: number, findCaller: FindCaller, otherwise: BodyLimit): BodyLimit {
  const isUpload = isBelow(`${prefix}/upload`);
  return (head) => (isUpload(head.path) && mayUpload(findCaller, head) ? limit : otherwise(head));
}

function mayUpload(findCaller: FindCaller, head: Parameters<BodyLimit>[0]): boolean {
  const caller = findCaller(head.header("authorization"));
  if (caller.kind === "unauthorized") return false;
  return caller.access.may(FILE_TYPE, "create") || caller.access.may(FILE_TYPE, "update");
}
