import type { Loose, StrapiQuery } from "../strapi-object.ts";

/** Rows of a type that is not there: none. */
export function nobody(told: () => void): StrapiQuery {
  const none = async () => {
    told();
    return null;
  };
  const many = async () => {
    told();
    return { count: 0 };
  };
  return {
    findOne: none,
    findMany: async () => [],
    findWithCount: async () => [[], 0],
    findPage: async () => ({ results: [], pagination: { page: 1, pageSize: 10, pageCount: 0, total: 0 } }),
    count: async () => 0,
    create: none,
    createMany: async () => ({ count: 0, ids: [] }),
    update: none,
    updateMany: many,
    delete: none,
    deleteMany: many,
  };
}

/** A service of the admin panel: takes what it is given, does nothing, and finds nothing. */
export function panelService(note: (text: string) => void): Loose {
  const anything: Loose = new Proxy(() => {}, {
    get: (_, name) => (typeof name === "symbol" || name === "then" ? undefined : anything),
    apply: async () => {
      note("code for the admin panel has no effect");
      return null;
    },
  });
  return anything;
}

export function adminPanel(note: (text: string) => void): Loose {
  const services = panelService(note);
  return { services, controllers: {}, routes: {}, policies: {}, contentTypes: {}, config: {} };
}

/** Only webhooks of the configuration are sent. */
export function webhookStore(note: (text: string) => void): Loose {
  const allowed = new Map<string, string>();
  const hooks: Loose[] = [];
  return {
    allowedEvents: allowed,
    addAllowedEvent: (name: string, value: string) => void allowed.set(name, value),
    removeAllowedEvent: (name: string) => void allowed.delete(name),
    listAllowedEvents: () => [...allowed.keys()],
    getAllowedEvent: (name: string) => allowed.get(name),
    findWebhooks: async () => hooks,
    findWebhook: async (id: Loose) => hooks.find((hook) => hook.id === id) ?? null,
    async createWebhook(hook: Loose) {
      note(`the webhook ${hook?.name} is not sent: name it in webhooks of the configuration`);
      hooks.push({ id: hooks.length + 1, isEnabled: true, ...hook });
      return hooks.at(-1);
    },
    updateWebhook: async () => null,
    deleteWebhook: async () => null,
  };
}

/** Members that say which edition this is: the free one, which sends no telemetry. */
export function communityEdition() {
  const features = { list: () => [], get: () => undefined, isEnabled: () => false };
  return {
    EE: false,
    ee: { isEE: false, features },
    features: { config: {}, future: { isEnabled: () => false } },
    telemetry: { send: async () => false },
  };
}
