import { expect } from "vitest";
import type { ProfileName } from "../../../transport/contract/profiles/profile-name.ts";
import type { Answer } from "../vectors/exchange.ts";

/** Largest body of an error in bytes. */
const ERROR_BYTES = 4096;

/** Words that only the inside of a server says: stacks, places in files, faults of the language. */
const INSIDE =
  /\\n {4}at |node_modules|node:internal|\.[mc]?[jt]s:\d|\bTypeError|\bRangeError|Invariant broken|is not a function|Cannot read prop|\/home\/|\/work\//;

/** An error answer has the form of the service at that path, and reveals nothing internal. */
export function checkErrorAnswer(answer: Answer, method: string, path: string, profile: ProfileName): void {
  if (answer.status < 400) return;
  // A head that is too long is refused by the listener, before there is a path.
  if (answer.status === 431) return;
  expect(answer.text).not.toMatch(INSIDE);
  expect(Buffer.byteLength(answer.text)).toBeLessThanOrEqual(ERROR_BYTES);
  if (method === "HEAD") expect(answer.text).toBe("");
  else if (/^\/todos(?:[/?]|$)/i.test(path)) expect(answer.body).toEqual({ error: expect.any(String) });
  else if (isGraphqlError(answer)) checkGraphqlError(answer);
  // The routes for supervisors look the same in every profile.
  else checkContentError(answer, /^\/_(?:health(?:[/?]|$)|metrics\/?(?:\?|$))/i.test(path) ? "contract" : profile);
}

/** GraphQL has its own form for its own errors; the others are as everywhere. */
function isGraphqlError({ body }: Answer): boolean {
  return typeof body === "object" && body !== null && "errors" in body;
}

function checkGraphqlError({ body }: Answer): void {
  const { errors } = body as { readonly errors: unknown };
  expect(errors).toEqual(expect.any(Array));
  for (const error of errors as readonly unknown[]) {
    expect(error).toMatchObject({
      message: expect.any(String),
      extensions: { code: expect.stringMatching(/^[A-Z_]+$/) },
    });
  }
}

function checkContentError({ status, headers, text, body }: Answer, profile: ProfileName): void {
  const unknownMethod = status === 405 || status === 501;
  if (profile === "strapi" && unknownMethod) {
    expect(text).toBe(status === 405 ? "Method Not Allowed" : "Not Implemented");
    return;
  }
  expect(headers["content-type"]).toBe("application/json; charset=utf-8");
  const error = { status, name: expect.stringMatching(/^(?:[A-Z][A-Za-z]*)?Error$/), message: expect.any(String) };
  const details = { details: expect.any(Object) };
  const hasDetails = profile === "contract" || text.includes('"details":');
  expect(body).toEqual({ data: null, error: hasDetails ? { ...error, ...details } : error });
}
