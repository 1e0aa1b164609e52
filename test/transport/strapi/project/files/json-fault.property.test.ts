import { describe, expect, it } from "vitest";
import { jsonFault } from "../../../../../transport/strapi/project/files/json-fault.ts";
import { fc } from "../../../../support/fast-check.ts";

/** Without numbers, words and escapes, whose parts JSON.parse distinguishes. */
const word = fc.stringMatching(/^[a-d ]{0,4}$/);
const plain = fc.object({ key: word, values: [word] }).map((value) => JSON.stringify(value));

const damaged = fc
  .tuple(plain, fc.nat(), fc.constantFrom("", ",", "}", "]", '"', "x", "\n", ":"))
  .map(([text, at, piece]) => {
    const place = at % (text.length + 1);
    return text.slice(0, place) + piece + text.slice(place + 1);
  });

/** Where JSON.parse stops, when it says so. */
function toldPosition(text: string): number | undefined {
  try {
    JSON.parse(text);
    return undefined;
  } catch (error) {
    const position = /at position (\d+)/.exec(String(error));
    return position === null ? undefined : Number(position[1]);
  }
}

describe("jsonFault", () => {
  it("reads all valid JSON", () => {
    fc.assert(
      fc.property(fc.json(), (text) => {
        expect(jsonFault(text)).toBe(`unexpected end at line 1, column ${text.length + 1}`);
      }),
    );
  });

  it("stops where JSON.parse does", () => {
    fc.assert(
      fc.property(damaged, (text) => {
        const position = toldPosition(text);
        fc.pre(position !== undefined);
        const lines = text.slice(0, position).split("\n");
        expect(jsonFault(text)).toMatch(`at line ${lines.length}, column ${(lines.at(-1) ?? "").length + 1}`);
      }),
      { numRuns: 500 },
    );
  });
});
