import { describe, expect, it } from "vitest";
import { findJsonFault } from "../../../../transport/parts/studio/browser/entry/form/json/find-json-fault.ts";
import { fc } from "../../../support/fast-check.ts";

describe("where a text stops being JSON", () => {
  it.each([
    ["", 0],
    ["{", 1],
    ['{"a": 1', 7],
    ['{"a": x}', 6],
    ['{"a": 1,}', 8],
    ["[1 2]", 3],
    ["[1,]", 3],
    ["{} {}", 3],
    ['"\n"', 0],
    ["01", 1],
    ["[[}", 2],
  ])("in %j is %i", (text, at) => {
    expect(findJsonFault(text)).toBe(at);
  });

  it("has no fault exactly if JSON.parse accepts it", () => {
    const alphabet = fc.constantFrom(...'{}[],:"\\ \n0123-.eEtfn', "true", "null", '"a"', "\\u00e4", "\u007f", "😀");
    const parsed = (text: string): boolean => {
      try {
        JSON.parse(text);
        return true;
      } catch {
        return false;
      }
    };
    fc.assert(
      fc.property(fc.oneof(fc.json(), fc.string({ unit: alphabet })), (text) => {
        expect([text, findJsonFault(text) === null]).toEqual([text, parsed(text)]);
      }),
    );
  });
});
