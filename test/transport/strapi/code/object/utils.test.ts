import { expect, test } from "vitest";
import { ERRORS } from "../../../../../transport/strapi/code/shims/errors.ts";
import { UTILS_SHIM } from "../../../../../transport/strapi/code/shims/utils-shim.ts";

// biome-ignore lint/suspicious/noExplicitAny: a stand-in for a package
const utils = UTILS_SHIM as any;

/** Name, message and parent of each, as `@strapi/utils` 5.54 has them. */
test.each([
  ["ApplicationError", "ApplicationError", "An application error occurred", "Error"],
  ["ForbiddenError", "ForbiddenError", "Forbidden access", "ApplicationError"],
  ["NotFoundError", "NotFoundError", "Entity not found", "ApplicationError"],
  ["NotImplementedError", "NotImplementedError", "This feature is not implemented yet", "ApplicationError"],
  ["PaginationError", "PaginationError", "Invalid pagination", "ApplicationError"],
  ["PayloadTooLargeError", "PayloadTooLargeError", "Entity too large", "ApplicationError"],
  ["PolicyError", "PolicyError", "Policy Failed", "ForbiddenError"],
  ["RateLimitError", "RateLimitError", "Too many requests, please try again later.", "ApplicationError"],
  ["UnauthorizedError", "UnauthorizedError", "Unauthorized", "ApplicationError"],
  ["ValidationError", "ValidationError", "An application error occurred", "ApplicationError"],
])("%s", (key, name, message, parent) => {
  const kind = ERRORS[key as "ApplicationError"];
  const error = new kind();
  expect([error.name, error.message, error.details, Object.getPrototypeOf(kind).name]).toEqual([
    name,
    message,
    {},
    parent,
  ]);
  expect(new kind("own", { a: 1 })).toMatchObject({ message: "own", details: { a: 1 } });
});

test("YupValidationError lists its faults", () => {
  const error = new ERRORS.YupValidationError({ inner: [], message: "m" });
  expect([error.name, error.message, error.details]).toEqual([
    "ValidationError",
    "m",
    { errors: [{ path: [], message: "m" }] },
  ]);
});

test("async maps, pipes and reduces", async () => {
  const { map, pipe, reduce } = utils.async;
  expect(await map([1, 2], async (each: number) => each + 1)).toEqual([2, 3]);
  expect(
    await pipe(
      async (each: number) => each + 1,
      (each: number) => each * 2,
    )(3),
  ).toBe(8);
  expect(await reduce([1, 2, 3])(async (sum: number, each: number) => sum + each, 10)).toBe(16);
});

test("policies and env", () => {
  const handler = () => true;
  expect(utils.policy.createPolicy({ name: "own", handler })).toMatchObject({ name: "own", handler });
  expect(utils.policy.createPolicyContext("koa", { a: 1 })).toMatchObject({ a: 1, type: "koa" });
  expect(utils.env("GALLEY_NOT_SET", "usual")).toBe("usual");
});
