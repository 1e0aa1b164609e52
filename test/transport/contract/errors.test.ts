import { describe, expect, it } from "vitest";
import { EngineError, type ErrorCode } from "../../../engine/internal.ts";
import { contentErrors } from "../../../transport/contract/errors.ts";
import { CONTRACT, STRAPI } from "../../../transport/contract/profiles/profile.ts";
import type { Answer } from "../../../transport/http/answer.ts";
import { HttpError } from "../../../transport/http/http-error.ts";

const contract = contentErrors(CONTRACT);
const strapi = contentErrors(STRAPI);

const bodyOf = ({ body }: Answer) => JSON.parse(String(body));

describe("contentErrors", () => {
  it.each<[ErrorCode, number, string]>([
    ["validation", 400, "ValidationError"],
    ["pagination", 400, "PaginationError"],
    ["application", 400, "ApplicationError"],
    ["unauthorized", 401, "UnauthorizedError"],
    ["forbidden", 403, "ForbiddenError"],
    ["not-found", 404, "NotFoundError"],
  ])("calls %s %i %s, with its details, in both profiles", (code, status, name) => {
    const error = new EngineError(code, "Some message", { key: "title" });
    for (const answer of [contract(error), strapi(error)]) {
      expect(answer.status).toBe(status);
      expect(bodyOf(answer)).toEqual({
        data: null,
        error: { status, name, message: "Some message", details: { key: "title" } },
      });
    }
  });

  it.each([
    [new HttpError("malformed body", "Unexpected end"), 400, "SyntaxError", "Unexpected end"],
    [new HttpError("undecodable path", "failed to decode"), 400, "BadRequestError", "failed to decode"],
    [
      new HttpError("body too large", "request entity too large"),
      413,
      "PayloadTooLargeError",
      "request entity too large",
    ],
    [new Error("the disk is on fire"), 500, "InternalServerError", "Internal Server Error"],
    ["not even an error", 500, "InternalServerError", "Internal Server Error"],
  ])("has empty details in the default profile and none in strapi: %s", (error, status, name, message) => {
    expect(bodyOf(contract(error))).toEqual({ data: null, error: { status, name, message, details: {} } });
    expect(bodyOf(strapi(error))).toEqual({ data: null, error: { status, name, message } });
  });

  it("calls wrong methods by name, or in plain text", () => {
    const error = new HttpError("wrong method", "Method Not Allowed", [["allow", "HEAD, GET"]]);
    expect(bodyOf(contract(error)).error).toMatchObject({ status: 405, name: "MethodNotAllowedError", details: {} });
    expect(strapi(error)).toMatchObject({
      status: 405,
      body: "Method Not Allowed",
      contentType: "text/plain; charset=utf-8",
    });
    for (const answer of [contract(error), strapi(error)]) expect(answer.headers).toEqual([["allow", "HEAD, GET"]]);
  });

  it("says why no writes are accepted without the names of files, and when to retry", () => {
    const reason = "ENOSPC: no space left on device, write '/var/data/1.journal' in /var/data";
    const error = new EngineError("unavailable", "The store accepts no writes", { reason, retryAfter: 1 });
    const answer = contract(error);
    expect(bodyOf(answer).error).toEqual({
      status: 503,
      name: "ServiceUnavailableError",
      message: "The store accepts no writes",
      details: { reason: "ENOSPC: no space left on device, write in" },
    });
    expect(answer.headers).toEqual([["retry-after", "1"]]);
  });
});
