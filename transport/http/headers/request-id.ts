import type { HttpRequest } from "../port.ts";

const MAX_CHARACTERS = 64;

/**
 * Assigns every request an id: the caller's own if it is short visible ASCII, so that logs of several services can be
 * correlated; else a new one.
 */
export function requestIds(fresh: () => string): (request: HttpRequest) => string {
  return (request) => {
    const given = request.header("x-request-id");
    return given !== undefined && isSane(given) ? given : fresh();
  };
}

function isSane(id: string): boolean {
  return id.length <= MAX_CHARACTERS && /^[\x21-\x7e]+$/.test(id);
}
