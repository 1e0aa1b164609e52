import type { GalleyOptions } from "../../transport/galley.ts";

/** Code of a user's own that a measured server runs. */
export type OwnCode =
  | { readonly kind: "hook"; readonly type: string; readonly action: "findMany" | "create" }
  | { readonly kind: "route" | "consumer" }
  /** Sends every event to this port of the machine. */
  | { readonly kind: "webhook"; readonly port: number };

/** Path of the route that answers a constant. */
export const CONSTANT = "/api/constant";

export function optionsWith(code: OwnCode): Partial<GalleyOptions> {
  switch (code.kind) {
    case "hook":
      return {
        setup: (galley) => {
          galley.use({ types: [code.type], actions: [code.action] }, (_, next) => next());
        },
      };
    case "route":
      return { routes: [{ method: "GET", path: "/constant", auth: false, handle: () => ({ answer: "constant" }) }] };
    case "consumer":
      return { setup: (galley) => galley.consumer("bench", { types: ["post"] }, () => {}) };
    case "webhook":
      return {
        webhooks: [{ name: "bench", url: `http://127.0.0.1:${code.port}/`, allowPrivate: true }],
        deliver: true,
      };
  }
}
