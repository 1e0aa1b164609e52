import { signal } from "@preact/signals";
import { entriesIn } from "../../core/read-list.ts";
import { send } from "../../core/request.ts";

/** The webhooks of this server; empty for callers who may not see them. */
export const webhooks = signal<readonly unknown[]>([]);

/** `control`: the path of the control routes, if the server has them. */
export async function loadWebhooks(control: string | undefined): Promise<void> {
  const reply = control === undefined ? undefined : await send({ path: `${control}/webhooks` });
  webhooks.value = entriesIn(reply?.json);
}
