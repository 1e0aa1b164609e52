import type { GalleyOptions } from "../../../transport/galley.ts";

/** Code of a user's own that a measured server runs. */
export interface OwnCode {
  readonly name: OwnCodeName;
  /** The port of this machine that webhooks send every event to. */
  readonly port: number;
}

/** A kind of own code, and the traffic that it is measured by. */
interface Measured {
  readonly workload: "by-id" | "filtered" | "writes";
  /** The share that the CPU time without it is to be of the time with it. */
  readonly bar: number;
  options(port: number): Partial<GalleyOptions>;
}

/** Path of the route that answers a constant. */
export const CONSTANT = "/api/constant";

const POST = "api::post.post";

export const OWN_CODE = {
  "hook-elsewhere": { workload: "by-id", bar: 0.97, options: () => hook("api::tag.tag", "findMany") },
  "write-hook": { workload: "by-id", bar: 0.97, options: () => hook(POST, "create") },
  "hooked-list": { workload: "filtered", bar: 0.35, options: () => hook(POST, "findMany") },
  "hooked-create": { workload: "writes", bar: 0.85, options: () => hook(POST, "create") },
  route: {
    workload: "by-id",
    bar: 0.6,
    options: () => ({
      routes: [{ method: "GET", path: "/constant", auth: false, handle: () => ({ answer: "constant" }) }],
    }),
  },
  consumer: {
    workload: "writes",
    bar: 0.9,
    options: () => ({ setup: (galley) => galley.consumer("bench", { types: ["post"] }, () => {}) }),
  },
  webhook: {
    workload: "writes",
    bar: 0.75,
    options: (port) => ({
      webhooks: [{ name: "bench", url: `http://127.0.0.1:${port}/`, allowPrivate: true }],
      deliver: true,
    }),
  },
} as const satisfies { readonly [name: string]: Measured };

export type OwnCodeName = keyof typeof OWN_CODE;

function hook(type: string, action: "findMany" | "create"): Partial<GalleyOptions> {
  return {
    setup: (galley) => {
      galley.use({ types: [type], actions: [action] }, (_, next) => next());
    },
  };
}
