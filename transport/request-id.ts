import { randomBytes } from "node:crypto";
import type { HttpRequest } from "./port.ts";

const MOST_CHARACTERS = 64;

/**
 * Gives every request an id: the caller's own, when it is short visible ASCII, so that logs of several services can be
 * read together; else a new one, made of a word for this process and a count.
 */
export function requestIds(): (request: HttpRequest) => string {
  const process = `${randomBytes(6).toString("base64url")}-`;
  let count = 0;
  return (request) => {
    const given = request.header("x-request-id");
    if (given !== undefined && isSane(given)) return given;
    count += 1;
    return process + count.toString(36);
  };
}

function isSane(id: string): boolean {
  return id.length <= MOST_CHARACTERS && /^[\x21-\x7e]+$/.test(id);
}
