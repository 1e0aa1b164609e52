import type { Call } from "../core/request.ts";
import { actionAddress, addressOf, type Target } from "./target.ts";

/** A write that changes only the status. */
export function publish(target: Target): Call {
  return { method: "PUT", path: addressOf(target, [["status", "published"]]), body: { data: {} } };
}

export function unpublish(target: Target): Call {
  return { method: "POST", path: actionAddress(target, "unpublish") };
}

export function discardDraft(target: Target): Call {
  return { method: "POST", path: actionAddress(target, "discard-draft") };
}

/** Deletes the document, or its locale if the target has one. */
export function remove(target: Target): Call {
  return { method: "DELETE", path: addressOf(target) };
}
