import { expect, it } from "vitest";
import { ERROR_BYTES, errorBody } from "../../../transport/contract/error-body.ts";
import { fc } from "../../support/fast-check.ts";

const longText = fc
  .tuple(fc.string({ unit: "grapheme", maxLength: 40 }), fc.nat(400))
  .map(([text, times]) => text.repeat(times));

const details = fc.letrec((tie) => ({
  value: fc.oneof({ maxDepth: 4 }, longText, fc.integer(), tie("list"), tie("object")),
  list: fc.array(tie("value"), { maxLength: 60 }),
  object: fc.dictionary(fc.string({ maxLength: 200 }), tie("value"), { maxKeys: 60 }),
})).object;

it("an error body is JSON of the contract's shape in at most 4,096 bytes, whatever it is about", () => {
  fc.assert(
    fc.property(longText, details, (message, about) => {
      const body = errorBody(400, "ValidationError", message, about as Record<string, unknown>);
      expect(Buffer.byteLength(body)).toBeLessThanOrEqual(ERROR_BYTES);
      const { data, error } = JSON.parse(body);
      expect([data, Object.keys(error)]).toEqual([null, ["status", "name", "message", "details"]]);
    }),
    { numRuns: 200 },
  );
});

it("an error body that is small enough is complete", () => {
  const about = { errors: [{ path: ["title"], message: "title must be defined.", value: { a: [1, null] } }] };
  const body = errorBody(400, "ValidationError", "title must be defined.", about);
  expect(JSON.parse(body).error.details).toEqual(about);
});

it("a long text is cut short, however small the body is", () => {
  const title = "x".repeat(1000);
  const { message, details } = JSON.parse(errorBody(400, "ValidationError", title, { value: title })).error;
  expect([message, details.value]).toEqual([`${"x".repeat(400)}…`, `${"x".repeat(400)}…`]);
});

it("an error body that is too large keeps its first faults", () => {
  const errors = Array.from({ length: 500 }, (_, index) => ({ path: [`field${index}`], message: "x".repeat(100) }));
  const shown = JSON.parse(errorBody(400, "ValidationError", "500 errors occurred", { errors })).error;
  expect(shown.message).toBe("500 errors occurred");
  expect(shown.details.errors.length).toBeGreaterThan(5);
  expect(shown.details.errors[0]).toEqual(errors[0]);
});
