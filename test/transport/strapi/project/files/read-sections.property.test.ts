import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { wholeOf } from "../../../../../transport/runtime/lazy-members.ts";
import { readSections } from "../../../../../transport/strapi/project/files/read-sections.ts";
import { character } from "../../../../arbitraries/character.ts";
import { fc } from "../../../../support/fast-check.ts";
import { newFolder } from "../../../../support/folder.ts";

const FAULT = Symbol("a fault");

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return FAULT;
  }
}

/** The value that a file of these bytes is read as, with all of its members. */
async function read(file: string, bytes: Uint8Array): Promise<unknown> {
  writeFileSync(file, bytes);
  const data = await readSections(file, (key) => key === "seed");
  if ("fault" in data) return FAULT;
  return isObject(data.value) ? membersWhole(data.value) : data.value;
}

function membersWhole(value: object): unknown {
  const whole = Object.entries(value).map(([key, member]) => {
    const isOuter = key === "seed" && isObject(member) && wholeOf(member) === member;
    return [key, isOuter ? membersWhole(member) : wholeOf(member)] as const;
  });
  return Object.fromEntries(whole);
}

function isObject(value: unknown): value is object {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

const text = fc.oneof(
  fc.json({ maxDepth: 5, stringUnit: character }),
  fc.json({ maxDepth: 5 }).map((json) => JSON.stringify({ seed: JSON.parse(json), b: [JSON.parse(json)] })),
  fc.json({ maxDepth: 5 }).map((json) => JSON.stringify({ a: JSON.parse(json) }, null, 2)),
  fc.constantFrom('{"a":{"b":{"c":1}},"a":{"d":[2]}}', '{"__proto__":{"__proto__":{"x":1}}}', '﻿{"a":[[1]]}'),
);

/** Some texts have a character more or less; most of these are no JSON. */
const texts = fc
  .tuple(text, fc.option(fc.tuple(fc.nat(), fc.constantFrom("", "}", "]", "{", "[", '"', "\\", ",", ":", "﻿", " 1"))))
  .map(([whole, edit]) => {
    if (edit === null) return whole;
    const at = edit[0] % (whole.length + 1);
    return whole.slice(0, at) + edit[1] + whole.slice(at + (edit[1] === "" ? 1 : 0));
  });

describe("readSections", () => {
  it("reads what JSON.parse reads and refuses what it refuses", async () => {
    const folder = await newFolder();
    const file = join(folder, "seed.json");
    await fc.assert(
      fc.asyncProperty(texts, async (json) => {
        const bytes = Buffer.from(json);
        expect(await read(file, bytes)).toEqual(parsed(bytes.toString().replace(/^﻿/, "")));
      }),
      { numRuns: 300 },
    );
  });

  it("reads values across the bytes that are in memory at a time", async () => {
    const folder = await newFolder();
    const file = join(folder, "seed.json");
    const lengths = [65_533, 65_534, 65_535, 65_536, 65_537, 200_000];
    for (const length of lengths) {
      const value = { posts: [{ text: '\\"é'.repeat(length / 4) }, { text: "x".repeat(length) }, { n: 1 }], n: 12.5 };
      expect(await read(file, Buffer.from(JSON.stringify(value)))).toEqual(value);
    }
  });

  it("refuses bytes that are no text", async () => {
    const folder = await newFolder();
    const file = join(folder, "seed.json");
    writeFileSync(
      file,
      Buffer.from('{"a":{"b":["é"]}}').filter((byte) => byte !== 0xa9),
    );
    const data = await readSections(file);
    expect(data).toEqual({ fault: "cannot be read: invalid UTF-8 at line 1, byte 12 of the file" });
  });
});
