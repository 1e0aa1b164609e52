import { directory } from "../core/directory.ts";
import { member } from "../core/member.ts";
import { ask, type Call } from "../core/request.ts";

/**
 * The data of a control route.
 *
 * @throws RefusedError (rejected)
 */
export async function askControl(path: string, call: Omit<Call, "path"> = {}): Promise<unknown> {
  const { json } = await ask({ ...call, path: `${directory.peek()?.links.control ?? "/__galley"}${path}` });
  return member(json, "data");
}
