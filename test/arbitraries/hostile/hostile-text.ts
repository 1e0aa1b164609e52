import { fc } from "../../support/fast-check.ts";
import { SEEDED, seededId } from "../../support/servers/open-recorded-types.ts";
import { character } from "../character.ts";

const TYPES = ["post", "person", "tag", "scalar", "page", "td", "tp", "sdd", "spd", "node"];

/** The documentId of a document of this type, which may exist or not; now and then an id of no document at all. */
export function documentIdOf(type: string): fc.Arbitrary<string> {
  const seeded = fc.integer({ min: 1, max: SEEDED + 1 }).map((number) => seededId(type, number));
  return fc.oneof(
    { weight: 8, arbitrary: seeded },
    {
      weight: 1,
      arbitrary: fc.constantFrom("nobody", seededId(type, 1).toUpperCase(), `${seededId(type, 1)} `, "1", "*"),
    },
  );
}

export const documentId = fc.oneof(...TYPES.map(documentIdOf));

/** Names that every JavaScript object answers to. */
export const inheritedName = fc.constantFrom(
  "__proto__",
  "constructor",
  "prototype",
  "toString",
  "hasOwnProperty",
  "valueOf",
  "__defineGetter__",
);

const NUMBERS = [
  "0",
  "-0",
  "-1",
  "1.5",
  "1e1",
  "0x10",
  "1e999",
  "NaN",
  "Infinity",
  "9007199254740993",
  "-9223372036854775809",
  "1".repeat(400),
  "१२",
];
const TIMES = [
  "2024-02-29",
  "2024-02-30",
  "0000-00-00",
  "+275761-01-01",
  "-000001-01-01T00:00:00Z",
  "2024-W02-3",
  "2024-060",
  "2024-01-01T24:00:00Z",
  "2024-01-01T00:00:00.123456789Z",
  "2024-01-01T00:00:00+99:99",
  "12:30:00.1234",
  "25:00:00",
];
const WORDS = [
  "",
  " ",
  "null",
  "undefined",
  "true",
  "f",
  "published",
  "DRAFT",
  "*",
  "deep",
  "deep,99",
  ",",
  ".",
  "a.b",
  "$eq",
];
const CHARACTERS = [
  "\0",
  "\u0001\u001f",
  "\r\n",
  "\u2028",
  "\ud800",
  "\udfff\ud800",
  "\u202e",
  "😀".repeat(3),
  "İ",
  "ß",
  "%",
  "_",
  "\\",
  "'\"`",
];
/** Texts in which a pattern that backtracks loses itself: the longer the run, the longer by its square. */
const RUNS = [".", "0", " ", "a", "@", "0:", "a@.", "\t", "-", "_", "%"].flatMap((piece) =>
  [300, 20_000].map((length) => piece.repeat(length / piece.length)),
);
export const runOfOneText = fc
  .tuple(
    fc.constantFrom("", "a@", "+", "1", "#"),
    fc.constantFrom(...RUNS),
    fc.constantFrom("", "@", "x", "!", "ffff:"),
  )
  .map((parts) => parts.join(""));

const LONG = ["x".repeat(300), "é".repeat(500), "[".repeat(500), `${"a,".repeat(300)}a`, `${"a.".repeat(100)}a`];

/** Texts that one part or another of a server stumbles over. */
export const hostileText = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom(...NUMBERS) },
  { weight: 6, arbitrary: fc.constantFrom(...TIMES) },
  { weight: 6, arbitrary: fc.constantFrom(...WORDS) },
  { weight: 6, arbitrary: fc.constantFrom(...CHARACTERS) },
  { weight: 3, arbitrary: fc.constantFrom(...LONG) },
  { weight: 1, arbitrary: runOfOneText },
  { weight: 3, arbitrary: inheritedName },
  { weight: 6, arbitrary: documentId },
  { weight: 6, arbitrary: fc.string({ unit: character, maxLength: 12 }) },
);
