import { describe, expect, it } from "vitest";
import { BODY_BYTES, recordedBody } from "../../../../../transport/parts/control/requests/recorded-body.ts";

describe("the stored part of a body that is too long", () => {
  it.each([
    ["bytes", (length: number) => new Uint8Array(length)],
    ["a buffer", (length: number) => Buffer.alloc(length)],
  ])("is a copy of its beginning, so that the rest of %s is not held", (_what, make) => {
    const body = make(2 * BODY_BYTES).fill("a".charCodeAt(0));
    const { bytes, isCut, read } = recordedBody(body);
    body.fill("b".charCodeAt(0));
    expect([bytes, isCut]).toEqual([BODY_BYTES, true]);
    expect(read()).toBe("a".repeat(BODY_BYTES));
  });
});
