import type { Loose } from "../strapi-object.ts";

/**
 * Stands in for a package of Strapi whose work is done otherwise here, such as `@strapi/logger` for `config/logger`: all of it
 * is accepted, without effect.
 */
export const ANYTHING: Loose = new Proxy(function anything() {}, {
  get: (_, member) => {
    if (member === "__esModule") return true;
    return typeof member === "symbol" || member === "then" ? undefined : ANYTHING;
  },
  apply: () => ANYTHING,
  construct: () => ANYTHING,
});
