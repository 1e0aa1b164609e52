import { crc32 } from "node:zlib";
import { describe, expect, it } from "vitest";
import type { Cause, Change, Commit, Json } from "../../../../engine/internal.ts";
import { crcText, FRAME_LENGTH } from "../../../../storage/adapters/journal/records/frame.ts";
import { decodeRecord, encodeBatch, recordTexts } from "../../../../storage/adapters/journal/records/record.ts";
import { RecordScanner } from "../../../../storage/adapters/journal/records/record-scanner.ts";
import { sampleCommit } from "../../../../storage/testing/commits.ts";
import { DEPTH } from "../../../support/drawn-deeper.ts";
import { fc } from "../../../support/fast-check.ts";

const LOG = "6f0cYx3kQw1b";
const FROM = Date.UTC(2000, 0);
const UNTIL = Date.UTC(2100, 0);

const time = fc.integer({ min: FROM, max: UNTIL }).map((at) => new Date(at).toISOString());
const name = fc.stringMatching(/^[ !#-[\]-~]{1,30}$/);
const version = fc.record({
  id: fc.integer({ min: 1 }),
  documentId: name,
  createdAt: time,
  updatedAt: time,
  publishedAt: fc.option(time),
  values: fc.dictionary(fc.string(), fc.jsonValue()) as fc.Arbitrary<{ [name: string]: Json }>,
});
const end = { relation: name, layer: fc.constantFrom("draft", "published"), target: fc.string({ minLength: 1 }) };
const change: fc.Arbitrary<Change> = fc.oneof(
  fc.record({ kind: fc.constant("put"), type: name, status: fc.constantFrom("draft", "published"), version }),
  fc.record({ kind: fc.constant("sequence"), of: name, last: fc.nat() }),
  fc.record({
    kind: fc.constant("remove"),
    type: name,
    status: fc.constantFrom("draft", "published"),
    documentId: name,
  }),
  fc.record({ kind: fc.constant("unlink"), ...end, source: fc.oneof(name, fc.integer({ min: 1 })) }),
  fc.constant({ kind: "clear" }),
);
const commit: fc.Arbitrary<Commit> = fc.record({
  number: fc.integer({ min: 1, max: 1e9 }),
  at: fc.integer({ min: FROM, max: UNTIL }),
  changes: fc.array(change, { minLength: 1, maxLength: 4 }),
});

/** With its newline. */
function lineOf(body: Commit): Buffer {
  const pieces = encodeBatch(recordTexts([{ position: body.number, commit: `try.${body.number}`, body }], LOG), 0);
  return Buffer.concat([...pieces].map(({ bytes }) => bytes));
}

/** The content of a scanned commit, version by version. */
function plain({ changes, ...commit }: Commit): Commit {
  return { ...commit, changes: changes.map(plainChange) };
}

function plainChange(change: Change): Change {
  if (change.kind !== "put") return change;
  const { id, documentId, createdAt, updatedAt, publishedAt, values } = change.version;
  return { ...change, version: { id, documentId, createdAt, updatedAt, publishedAt, values } };
}

function meaningful(number: number): Commit {
  const { at, changes } = sampleCommit(number);
  const cause: Cause = { event: "create", type: "api::book.book", documentId: `d${number}` };
  const was: Cause = { ...cause, event: "delete", locale: "fr", was: [] };
  const by = number % 3 === 0 && { by: { kind: "token", name: "ci" } as const };
  return { number, at, format: 4, changes, causes: [cause, was], ...by };
}

describe("a scanned record", () => {
  it("gives the same text as its decoded form", () => {
    fc.assert(
      fc.property(fc.array(commit, { minLength: 1, maxLength: 3 }), (commits) => {
        const lines = commits.map(lineOf);
        const scanner = new RecordScanner(LOG);
        let from = 0;
        for (const body of commits) {
          const scanned = scanner.scan(Buffer.concat(lines), from, body.number);
          from = scanner.end;
          expect(scanned && plain(scanned)).toEqual(JSON.parse(JSON.stringify(body)));
        }
        expect(from).toBe(Buffer.concat(lines).length);
      }),
    );
  });

  it("has texts of every kind", () => {
    const scanner = new RecordScanner(LOG);
    for (let number = 1; number <= 100; number += 1) {
      const scanned = scanner.scan(lineOf(sampleCommit(number)), 0, number);
      expect(scanned && plain(scanned)).toEqual(sampleCommit(number));
    }
  });

  it("says what its changes mean", () => {
    for (let number = 1; number <= 24; number += 1) {
      const scanned = new RecordScanner(LOG).scan(lineOf(meaningful(number)), 0, number);
      expect(scanned && plain(scanned)).toEqual(meaningful(number));
    }
  });

  it("is one that decoding takes too, and takes for the same, whatever its bytes", () => {
    let taken = 0;
    const edit = fc.tuple(
      fc.nat(),
      fc.nat({ max: 4 }),
      fc.oneof(fc.string({ maxLength: 4 }), fc.constantFrom(...PIECES)),
    );
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 50 }), edit, (number, [at, gone, text]) => {
        const line = edited(lineOf(number % 2 === 0 ? meaningful(number) : sampleCommit(number)), at, gone, text);
        const scanned = new RecordScanner(LOG).scan(line, 0, number);
        if (scanned === null) return;
        taken += 1;
        const { position, log, body } = decodeRecord(line.subarray(0, -1));
        expect({ position, log, body }).toEqual({ position: number, log: LOG, body: plain(scanned) });
      }),
      { numRuns: 3000 },
    );
    expect(taken).toBeGreaterThan(400 * DEPTH);
  });

  it.each([
    ["another log", (text: string) => text.replace(LOG, LOG.toLowerCase())],
    ["another position", (text: string) => text.replace('"position":7', '"position":8')],
    ["a number of its own", (text: string) => text.replace('"number":7', '"number":8')],
    ["a time that is none", (text: string) => text.replace("2026-01-01T", "2026-01-01 ")],
    ["an empty type", (text: string) => text.replace('"type":"api::book.book"', '"type":""')],
    ["a change that is not known", (text: string) => text.replace('"kind":"remove"', '"kind":"other"')],
    ["values that are no object", (text: string) => text.replace(/"values":\{.*?\}\]\}/, '"values":[]')],
    ["blanks", (text: string) => text.replace('"position":', '"position": ')],
    [
      "values that are deeper than anyone's",
      (text: string) => text.replace("[7,null,", `[${"[".repeat(99)}${"]".repeat(99)},`),
    ],
  ])("is none with %s", (_, change) => {
    const line = Buffer.from(change(lineOf(sampleCommit(7)).toString()));
    expect(line.equals(lineOf(sampleCommit(7)))).toBe(false);
    expect(new RecordScanner(LOG).scan(line, 0, 7)).toBeNull();
  });
});

/** Pieces that decide in JSON, and numbers and times that are hardly any. */
const PIECES = [
  '"',
  "\\",
  "{",
  "}",
  "[",
  "]",
  ",",
  ":",
  "0",
  "00",
  "-",
  ".",
  "1e5",
  "1e",
  "\\u00e",
  "null",
  "\u0007",
  "é",
];

/** The line with some bytes replaced, and the checksum that it should state. */
function edited(line: Buffer, at: number, gone: number, text: string): Buffer {
  const place = FRAME_LENGTH + (at % (line.length - FRAME_LENGTH - 1));
  const rest = line.subarray(FRAME_LENGTH, -1);
  const changed = Buffer.concat([
    rest.subarray(0, place - FRAME_LENGTH),
    Buffer.from(text.replaceAll("\n", "")),
    rest.subarray(place - FRAME_LENGTH + gone),
  ]);
  return Buffer.concat([Buffer.from(`{"crc":"${crcText(crc32(changed))}",`), changed, Buffer.from("\n")]);
}
