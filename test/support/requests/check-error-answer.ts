import type { ProfileName } from "../../../transport/contract/profiles/profile-name.ts";
import type { Answer } from "../vectors/play/exchange.ts";

/** Largest body of an error in bytes. */
const ERROR_BYTES = 4096;

/** Words that only the inside of a server says: stacks, places in files, faults of the language. */
const INSIDE =
  /\\n {4}at |node_modules|node:internal|\.[mc]?[jt]s:\d|\bTypeError|\bRangeError|Invariant broken|is not a function|Cannot read prop|\/home\/|\/work\//;

/**
 * An error answer has the form of the service at that path, and reveals nothing internal. Plain conditions, for a million answers.
 *
 * @throws Error with the answer and the form that it lacks.
 */
export function checkErrorAnswer(answer: Answer, method: string, path: string, profile: ProfileName): void {
  // A head that is too long is refused by the listener, before there is a path.
  if (answer.status < 400 || answer.status === 431) return;
  const fault = faultOf(answer, method, path, profile);
  if (fault === null) return;
  throw new Error(`${fault}: ${answer.status} ${JSON.stringify(answer.headers)} ${answer.text.slice(0, ERROR_BYTES)}`);
}

function faultOf(answer: Answer, method: string, path: string, profile: ProfileName): string | null {
  const { text } = answer;
  if (INSIDE.test(text)) return "reveals the inside of the server";
  if (text.length > ERROR_BYTES || Buffer.byteLength(text) > ERROR_BYTES) return "is too long";
  if (method === "HEAD") return text === "" ? null : "has a body";
  const body = asObject(answer.body);
  if (/^\/todos(?:[/?]|$)/i.test(path))
    return hasKeys(body, ["error"]) && typeof body.error === "string" ? null : "is no error of todos";
  // GraphQL has its own form for its own errors; the others are as everywhere.
  if (body !== null && "errors" in body) return isGraphqlErrors(body.errors) ? null : "is no error of GraphQL";
  // The routes for supervisors look the same in every profile.
  const isOfSupervisor = /^\/_(?:health(?:[/?]|$)|metrics\/?(?:\?|$))/i.test(path);
  return faultOfContent(answer, body, isOfSupervisor ? "contract" : profile);
}

type Members = Readonly<Record<string, unknown>>;

function asObject(value: unknown): Members | null {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Members) : null;
}

/** Exactly these. */
function hasKeys(value: Members | null, keys: readonly string[]): value is Members {
  return value !== null && Object.keys(value).length === keys.length && keys.every((key) => Object.hasOwn(value, key));
}

function isGraphqlErrors(errors: unknown): boolean {
  const isError = (error: unknown) => {
    const { message, extensions } = asObject(error) ?? {};
    const code = asObject(extensions)?.code;
    return typeof message === "string" && typeof code === "string" && /^[A-Z_]+$/.test(code);
  };
  return Array.isArray(errors) && errors.every(isError);
}

function faultOfContent({ status, headers, text }: Answer, body: Members | null, profile: ProfileName): string | null {
  if (profile === "strapi" && (status === 405 || status === 501))
    return text === (status === 405 ? "Method Not Allowed" : "Not Implemented") ? null : "is not the text of Strapi";
  if (headers["content-type"] !== "application/json; charset=utf-8") return "is not said to be JSON";
  if (!hasKeys(body, ["data", "error"]) || body.data !== null) return "is no envelope of an error";
  const error = asObject(body.error);
  const hasDetails = profile === "contract" || text.includes('"details":');
  if (!hasKeys(error, ["status", "name", "message", ...(hasDetails ? ["details"] : [])])) return "is no error";
  const { name, message, details } = error;
  const isNamed = typeof name === "string" && /^(?:[A-Z][A-Za-z]*)?Error$/.test(name);
  if (error.status !== status || !isNamed || typeof message !== "string") return "has other members";
  return !hasDetails || (typeof details === "object" && details !== null) ? null : "has no details";
}
