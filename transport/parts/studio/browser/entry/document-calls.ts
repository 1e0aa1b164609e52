import type { Call } from "../core/request.ts";
import type { Models } from "../model/model.ts";
import type { Difference } from "./differences.ts";
import { formValues, sentValues } from "./form/form-values.ts";
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

/** A write that resets attributes of a draft to their published values. */
export function revert(changed: readonly Difference[], target: Target, models: Models): Call {
  const inputs = changed.map(({ attribute }) => attribute).filter(({ writable }) => writable !== false);
  const published = Object.fromEntries(changed.map(({ attribute, published }) => [attribute.name, published]));
  const data = sentValues(inputs, formValues(inputs, published, models), models);
  return { method: "PUT", path: addressOf(target, [["status", "draft"]]), body: { data } };
}
