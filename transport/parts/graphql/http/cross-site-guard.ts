import { allowsOrigin, type CorsPolicy } from "../../../http/headers/cors.ts";
import { essence } from "../../../http/headers/media-type.ts";
import type { HttpRequest } from "../../../http/port.ts";
import { RequestFault } from "./request-fault.ts";

/** Content types that a page of any site may send without a preflight request. */
const SIMPLE: ReadonlySet<string> = new Set(["application/x-www-form-urlencoded", "multipart/form-data", "text/plain"]);

/** Headers that such a page may not send. */
const ASKED_FOR = ["x-apollo-operation-name", "apollo-require-preflight"] as const;

/**
 * Refuses requests that a browser would send for any site without a preflight: a server on the same machine or network
 * would execute them (graphql, §5).
 *
 * @throws RequestFault.
 */
export function guardAgainstCrossSite(request: HttpRequest): void {
  const type = request.header("content-type");
  if (type !== undefined && !SIMPLE.has(essence(type))) return;
  refuseWithoutPreflight(request);
}

/**
 * The same for a form with files, which clients of Strapi 4 send without such a header: a page of another origin may send
 * it if it may send JSON.
 *
 * @throws RequestFault.
 */
export function guardForm(request: HttpRequest, cors: CorsPolicy): void {
  const origin = request.header("origin");
  if (origin === undefined || allowsOrigin(cors, origin) || isOwn(origin, request.header("host"))) return;
  refuseWithoutPreflight(request);
}

function isOwn(origin: string, host: string | undefined): boolean {
  return host !== undefined && (origin === `http://${host}` || origin === `https://${host}`);
}

function refuseWithoutPreflight(request: HttpRequest): void {
  if (ASKED_FOR.some((name) => request.header(name) !== undefined)) return;
  throw new RequestFault(
    "This operation has been blocked as a potential Cross-Site Request Forgery (CSRF). Please either specify a " +
      `'content-type' header (with a type that is not one of ${[...SIMPLE].join(", ")}) or provide a non-empty value ` +
      `for one of the following headers: ${ASKED_FOR.join(", ")}\n`,
  );
}
