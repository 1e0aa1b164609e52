import { type ContentType, EngineError, isRecord, type RawParams } from "../../../../engine/internal.ts";
import type { Profile } from "../../../contract/profiles/profile.ts";

/** A write's data without its status, and whether to publish. */
export interface Intent {
  readonly data: unknown;
  readonly publish: boolean;
}

/**
 * Determines the status of a write (content, States and transitions; writes, §4).
 *
 * If the body decides, POST has `status` inside `data` and PUT has it beside `data`; the query parameter applies only if
 * the body has none, and the default is a draft. If the query decides, a write publishes unless the parameter has a value
 * other than `published`.
 *
 * @throws EngineError `validation` for a status in the body that is neither of the two.
 */
export function intentOf(
  profile: Profile,
  type: ContentType,
  method: "POST" | "PUT",
  body: { readonly [key: string]: unknown },
  params: RawParams,
): Intent {
  const { data } = body;
  if (profile.writeStatus === "query") {
    const asked = params.status;
    return { data, publish: asked === undefined || asked === "published" };
  }
  const inData = method === "POST" && !type.attributes.has("status") && isRecord(data) && Object.hasOwn(data, "status");
  const { status, ...others } = inData ? data : {};
  const said = statusIn(inData ? status : method === "PUT" ? body.status : undefined);
  return { data: inData ? others : data, publish: (said ?? statusIn(params.status)) === "published" };
}

/** The status that a value names; null if it names none. */
function statusIn(value: unknown): "draft" | "published" | null {
  if (value === undefined || value === null || value === "") return null;
  if (value === "draft" || value === "published") return value;
  const received = typeof value === "string" ? value : JSON.stringify(value);
  throw new EngineError(
    "validation",
    `Invalid parameter at 'status'. Expected 'published' or 'draft', received: ${received}`,
  );
}
