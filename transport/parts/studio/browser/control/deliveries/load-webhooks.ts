import { signal } from "@preact/signals";
import { member } from "../../core/member.ts";
import { send } from "../../core/request.ts";

/** The webhooks of this server; empty for callers who may not see them. */
export const webhooks = signal<readonly unknown[]>([]);

/** `control`: the path of the control routes, if the server has them. */
export async function loadWebhooks(control: string | undefined): Promise<void> {
  const reply = control === undefined ? undefined : await send({ path: `${control}/webhooks` });
  const data = member(reply?.json, "data");
  webhooks.value = Array.isArray(data) ? data : [];
}
