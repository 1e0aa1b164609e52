import { EngineError, type ErrorCode, type ErrorDetails } from "../../engine/internal.ts";
import { ownCause, StorageError } from "../../storage/core.ts";
import { type Answer, type ErrorAnswer, TEXT_TYPE } from "../http/answer.ts";
import { HttpError, type HttpErrorCode } from "../http/http-error.ts";
import { errorBody } from "./error-body.ts";
import type { Profile } from "./profiles/profile.ts";
import { writtenBefore } from "./written-before.ts";

interface Kind {
  readonly status: number;
  readonly name: string;
  /** Strapi omits the details of these, and has no names of its own for some. */
  readonly bare?: true | { readonly name: string };
}

/** The public form of every refusal (content, Errors; writes, §6; reads, §14). */
const KINDS: { readonly [code in ErrorCode | HttpErrorCode | WriteFailureCode]: Kind } = {
  validation: { status: 400, name: "ValidationError" },
  pagination: { status: 400, name: "PaginationError" },
  application: { status: 400, name: "ApplicationError" },
  "foreign-item": { status: 400, name: "ApplicationError", bare: { name: "Error" } },
  unauthorized: { status: 401, name: "UnauthorizedError" },
  forbidden: { status: 403, name: "ForbiddenError" },
  policy: { status: 403, name: "PolicyError" },
  "not-found": { status: 404, name: "NotFoundError" },
  unavailable: { status: 503, name: "ServiceUnavailableError" },
  "no route": { status: 404, name: "NotFoundError" },
  "wrong method": { status: 405, name: "MethodNotAllowedError" },
  "unknown method": { status: 501, name: "NotImplementedError" },
  "undecodable path": { status: 400, name: "BadRequestError", bare: true },
  "bad request": { status: 400, name: "BadRequestError" },
  "malformed body": { status: 400, name: "SyntaxError", bare: true },
  "unreadable body": { status: 415, name: "UnsupportedMediaTypeError", bare: true },
  "body too large": { status: 413, name: "PayloadTooLargeError", bare: true },
  "body too slow": { status: 408, name: "RequestTimeoutError", bare: true },
  "too many requests": { status: 429, name: "RateLimitError" },
  overloaded: { status: 503, name: "ServiceUnavailableError" },
  "over quota": { status: 507, name: "InsufficientStorageError" },
  "append-failed": { status: 503, name: "ServiceUnavailableError" },
  "no-room": { status: 507, name: "InsufficientStorageError" },
  "outcome-unknown": { status: 504, name: "GatewayTimeoutError" },
};

/** The message of an internal fault is not sent. */
const INTERNAL: Kind = { status: 500, name: "InternalServerError", bare: true };

const NONE: ErrorDetails = {};

/** One kind of refusal. */
export interface RefusalKind {
  readonly status: number;
  readonly name: string;
  /** Its body always has `details`. */
  readonly hasDetails: boolean;
}

/** Every kind of refusal of a profile, once each. */
export function refusalKinds({ alwaysDetails }: Profile): readonly RefusalKind[] {
  const all = [...Object.values(KINDS), INTERNAL].map(({ status, name, bare }) => ({
    status,
    name: !alwaysDetails && typeof bare === "object" ? bare.name : name,
    hasDetails: alwaysDetails || bare === undefined,
  }));
  return [...new Map(all.map((kind) => [`${kind.status} ${kind.name} ${kind.hasDetails}`, kind])).values()];
}

/** The name of a refusal. */
export function errorName(code: ErrorCode | HttpErrorCode | WriteFailureCode): string {
  return KINDS[code].name;
}

/** The status of a refusal, the same in every service. */
export function errorStatus(code: ErrorCode | HttpErrorCode | WriteFailureCode): number {
  return KINDS[code].status;
}

/** The first two guarantee that the write had no effect, so that it can be retried. The outcome of the third is unknown. */
export type WriteFailureCode = "append-failed" | "no-room" | "outcome-unknown";

export interface WriteFailure {
  readonly code: WriteFailureCode;
  readonly message: string;
  /** `reason`: the cause, if the storage names it in words of its own. */
  readonly details: ErrorDetails;
}

/** The answer to a write that the storage refused; null for any other error. */
export function writeFailure(error: unknown): WriteFailure | null {
  if (!(error instanceof StorageError)) return null;
  const { code, details: given } = error;
  if (code === "no-room")
    return { code, message: "There is no room for the write; nothing was changed", details: NONE };
  const reason = typeof given.reason === "string" ? ownCause(given.reason) : null;
  const details = reason === null ? NONE : { reason };
  if (code === "outcome-unknown") return { code, message: "Whether the write is stored is not known", details };
  if (code !== "append-failed") return null;
  return { code, message: "The write could not be stored; nothing was changed", details };
}

/** Writes the error bodies of the content service; nothing else does. */
export function contentErrors(profile: Profile): ErrorAnswer {
  return (error) => {
    const answer = answerTo(error);
    const written = writtenBefore(error);
    if (written === undefined) return answer;
    return { ...answer, headers: [...(answer.headers ?? []), ["x-galley-written", written]] };
  };

  function answerTo(error: unknown): Answer {
    if (error instanceof EngineError) {
      const answer = write(KINDS[error.code], error.message, publicDetails(error));
      const headers = retryHeaders(error);
      return headers.length === 0 ? answer : { ...answer, headers };
    }
    const failure = writeFailure(error);
    if (failure !== null) return write(KINDS[failure.code], failure.message, failure.details);
    if (!(error instanceof HttpError)) return write(INTERNAL, "Internal Server Error", NONE);
    const kind = KINDS[error.code];
    const answer =
      isMethodError(error) && profile.methodErrors === "text"
        ? plain(kind, error)
        : write(kind, error.message, error.details);
    return error.headers.length === 0 ? answer : { ...answer, headers: error.headers };
  }

  function write(kind: Kind, message: string, details: ErrorDetails): Answer {
    const { status, name, bare } = kind;
    if (!bare || profile.alwaysDetails) return { status, body: errorBody(status, name, message, details) };
    return { status, body: errorBody(status, bare === true ? name : bare.name, message) };
  }
}

/** When a refused request may be sent again, if that is known. */
export function retryHeaders({ details }: EngineError): NonNullable<Answer["headers"]> {
  return typeof details.retryAfter === "number" ? [["retry-after", String(details.retryAfter)]] : [];
}

function publicDetails({ code, details }: EngineError): ErrorDetails {
  if (code !== "unavailable") return details;
  return typeof details.reason === "string" ? { reason: publicReason(details.reason) } : NONE;
}

/** The reason for refusing writes, without the names of files and servers in errors of the system. */
export function publicReason(reason: string): string {
  const words = reason.replaceAll(/ '[^']*'/g, "").split(" ");
  return words.filter((word, at) => !isPlace(word) && !BEFORE_HOST.has(words[at - 1] ?? "")).join(" ");
}

/** A path, a URL, or a host with its port. */
function isPlace(word: string): boolean {
  return word.startsWith("/") || word.includes("://") || /:\d+[,;]?$/.test(word);
}

const BEFORE_HOST: ReadonlySet<string> = new Set(["ENOTFOUND", "EAI_AGAIN"]);

function isMethodError({ code }: HttpError): boolean {
  return code === "wrong method" || code === "unknown method";
}

function plain({ status }: Kind, { message }: HttpError): Answer {
  return { status, body: message, contentType: TEXT_TYPE };
}
