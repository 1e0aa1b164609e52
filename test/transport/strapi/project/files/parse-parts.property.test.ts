import { describe, expect, it } from "vitest";
import { parseInParts } from "../../../../../transport/strapi/project/files/parse-parts.ts";
import { fc } from "../../../../support/fast-check.ts";

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return SyntaxError;
  }
};

const parsedInParts = async (bytes: Uint8Array, length: number): Promise<unknown> => {
  try {
    return await parseInParts(inChunks(bytes, length));
  } catch (error) {
    if (error instanceof SyntaxError) return SyntaxError;
    throw error;
  }
};

/** As streams do, in memory that is used again. */
async function* inChunks(bytes: Uint8Array, length: number): AsyncGenerator<Buffer> {
  const chunk = Buffer.alloc(length);
  for (let from = 0; from < bytes.length; from += length) {
    yield chunk.subarray(0, chunk.write(Buffer.from(bytes.subarray(from, from + length)).toString("latin1"), "latin1"));
  }
}

const text = fc.oneof(
  fc.json({ maxDepth: 5, stringUnit: "binary" }),
  fc.json({ maxDepth: 5 }).map((json) => JSON.stringify(JSON.parse(json), null, 2)),
  fc.constantFrom('{"a":{"b":{"c":1}},"a":{"d":[2]}}', '{"__proto__":{"__proto__":{"x":1}}}', '﻿{"a":[[1]]}'),
);

/** Some with a character more or less, most of which are no JSON. */
const texts = fc
  .tuple(text, fc.option(fc.tuple(fc.nat(), fc.constantFrom("", "}", "]", "{", "[", '"', "\\", ",", ":"))))
  .map(([whole, edit]) => {
    if (edit === null) return whole;
    const at = edit[0] % (whole.length + 1);
    return whole.slice(0, at) + edit[1] + whole.slice(at + (edit[1] === "" ? 1 : 0));
  });

describe("parseInParts", () => {
  it("reads what JSON.parse reads and refuses what it refuses, however the bytes are cut", async () => {
    await fc.assert(
      fc.asyncProperty(texts, fc.integer({ min: 1, max: 40 }), async (json, length) => {
        expect(await parsedInParts(Buffer.from(json), length)).toEqual(
          parsed(Buffer.from(json).toString().replace(/^﻿/, "")),
        );
      }),
      { numRuns: 1_000 },
    );
  });

  it("refuses bytes that are no text", async () => {
    const bytes = Buffer.from('{"a":{"b":["é"]}}').filter((byte) => byte !== 0xa9);
    expect(await parsedInParts(bytes, 4)).toBe(SyntaxError);
  });
});
