import type { Loose } from "../strapi-object.ts";

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
