import type { MediaPlace } from "../../../../engine/internal.ts";
import { idIn } from "../../../contract/by-id.ts";
import type { HttpRequest } from "../../../http/port.ts";
import type { UploadOptions } from "../upload-options.ts";

/**
 * The attribute that the files should be linked to, if an upload names it completely. Refuses one of a type that the caller
 * may not update: such a link is a write of the entry. The refusal is the same whether the type, the entry and the
 * attribute exist or not.
 */
export function mediaPlaceIn(
  { authorize, profile }: Pick<UploadOptions, "authorize" | "profile">,
  request: HttpRequest,
  field: (name: string) => unknown,
): MediaPlace | null {
  const [type, id, attribute] = [field("ref"), field("refId"), field("field")];
  if (typeof type !== "string" || typeof id !== "string" || typeof attribute !== "string") return null;
  if (type === "" || id === "" || attribute === "") return null;
  if (profile.uploadLinks === "need update") authorize(request, type, "update");
  return { type, key: { text: id, number: idIn(id) }, attribute };
}
