import { runInNewContext } from "node:vm";
import { describe, expect, it } from "vitest";
import { errorCode, isError, reasonOf } from "../../storage/internal.ts";

// As Jest runs its tests: what Node's modules throw there is of a realm of its own.
const foreign: unknown = runInNewContext('Object.assign(new TypeError("no such file"), { code: "ENOENT" })');

describe("an error of another realm", () => {
  it("is known as one, with its code and its reason", () => {
    expect(foreign).not.toBeInstanceOf(Error);
    expect([isError(foreign), errorCode(foreign), reasonOf(foreign)]).toEqual([true, "ENOENT", "no such file"]);
  });
});

describe("a value that is not an error", () => {
  it.each([null, undefined, "text", { message: "text", code: "ENOENT" }])("has no code: %j", (thrown) => {
    expect([isError(thrown), errorCode(thrown)]).toEqual([false, null]);
  });
});
