import type { Discovered } from "./discover.ts";
import type { HttpRequest } from "./http-request.ts";
import { restRequest } from "./rest.ts";
import type { Wish, Workload } from "./workloads.ts";

/** If so many wishes in a row yield no request, there is none: every workload has fewer kinds. */
const ALL_KINDS = 100;

/** An endless sequence of requests to one server. Creates are never repeated: values may have to be unique. */
export class Requests {
  readonly #found: Discovered;
  #at = 0;

  constructor(found: Discovered) {
    this.#found = found;
  }

  /** Null: the content type has nothing that this workload could ask for. */
  of(workload: Workload): (() => HttpRequest) | null {
    const { place } = this.#found;
    const first = this.#next(workload);
    if (first === null) return null;
    return () => restRequest(this.#next(workload) ?? first, place);
  }

  #next({ wish }: Workload): Wish | null {
    for (let tries = 0; tries < ALL_KINDS; tries++) {
      const next = wish(this.#at++, this.#found.subject);
      if (next !== null) return next;
    }
    return null;
  }
}
