import type { Guard } from "../../../http/pipeline.ts";
import type { Handler, HttpRequest } from "../../../http/port.ts";
import type { Controlled } from "../controlled.ts";
import type { NamedForks } from "./named-forks.ts";

/** The header that names the fork which answers a request. */
export const FORK_HEADER = "x-galley-fork";

/** Whether a path belongs to the control routes, which are the same for all forks. */
export function isControlPath(path: string): boolean {
  return /^\/__galley(?:\/|$)/.test(path);
}

/** Passes each request to the fork that its header names; without a valid name, to `base`. */
export function chooseFork(base: Handler, forks: NamedForks): Handler {
  return (request) => {
    const name = request.header(FORK_HEADER);
    if (name === undefined || isControlPath(request.path)) return base(request);
    try {
      const { body } = request;
      return forks.at(name, ArrayBuffer.isView(body) ? body.byteLength : 0).handler(request);
    } catch {
      return base(request);
    }
  };
}

/** Refuses requests to the base that name a fork: the name is invalid. */
export function refuseUnknownForks(forks: NamedForks): Guard {
  return (request) => void forkOf(request, forks);
}

/** The fork that a request names; null if it names none. Throws as `NamedForks.at` does. */
export function forkOf(request: HttpRequest, forks: NamedForks): Controlled | null {
  const name = request.header(FORK_HEADER);
  return name === undefined ? null : forks.at(name);
}
