import { ERRORS } from "../shims/errors.ts";
import type { Loose } from "../strapi-object.ts";

/** Events of a webhook by the names that the admin panel gives them. */
const EVENTS: readonly string[] = [
  ...["create", "update", "delete", "publish", "unpublish", "draft-discard"].map((name) => `entry.${name}`),
  ...["create", "update", "delete"].map((name) => `media.${name}`),
];

/** `strapi.get("webhookStore")`: keeps what it is given until the end of the process. Only webhooks of the configuration are sent. */
export function webhookStore(note: (text: string) => void): Loose {
  const allowedEvents = new Map(EVENTS.map((event) => [event.toUpperCase().replace(/\W/g, "_"), event]));
  const hooks = new Map<string, Loose>();
  let created = 0;
  const kept = (id: string, { name, url, headers = {}, events = [], isEnabled }: Loose) => {
    const allowed = new Set(allowedEvents.values());
    const unknown = events.find((event: string) => !allowed.has(event));
    if (unknown !== undefined) throw new ERRORS.ValidationError(`Webhook event ${unknown} is not supported`);
    hooks.set(id, { id, name, url, headers, events, isEnabled });
    return hooks.get(id);
  };
  return {
    allowedEvents,
    addAllowedEvent: (name: string, value: string) => void allowedEvents.set(name, value),
    removeAllowedEvent: (name: string) => void allowedEvents.delete(name),
    listAllowedEvents: () => [...allowedEvents.keys()],
    getAllowedEvent: (name: string) => allowedEvents.get(name),
    findWebhooks: async () => [...hooks.values()],
    findWebhook: async (id: Loose) => hooks.get(String(id)) ?? null,
    async createWebhook(hook: Loose) {
      note(`the webhook ${hook?.name} is not sent: name it in webhooks of the configuration`);
      created += 1;
      return kept(String(created), { ...hook, isEnabled: true });
    },
    updateWebhook: async (id: Loose, hook: Loose) => (hooks.has(String(id)) ? kept(String(id), hook) : null),
    async deleteWebhook(id: Loose) {
      const hook = hooks.get(String(id)) ?? null;
      hooks.delete(String(id));
      return hook;
    },
  };
}
