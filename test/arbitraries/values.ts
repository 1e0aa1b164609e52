import type { Json, ScalarType } from "../../engine/internal.ts";
import { fc } from "../support/fast-check.ts";

/** Few enough that values meet again; letters of every width and case that code can get wrong. */
export const TEXTS = [
  ...["", "a", "A", "aB", "b", "É", "é", "ß", "SS", "ΑΣ", "İ"],
  ...["\uffee", "\u{1f600}", "a\u{1f600}", "10", "9", "null", "50%_"],
] as const;

const INTEGERS = [-2, 0, 1, 2, 9, 10] as const;
const FRACTIONS = [-1.5, 0, 0.1, 0.5, 2, 4.5, 1e21] as const;
const BIG = [
  "-9007199254740993",
  "-1",
  "0",
  "9",
  "10",
  "9007199254740992",
  "9007199254740993",
  "123456789012345678901234567890",
] as const;
export const INSTANTS = [
  "1969-12-31T23:59:59.999Z",
  "2024-01-01T00:00:00.000Z",
  "2024-01-01T12:30:00.000Z",
  "2024-02-29T12:30:15.123Z",
] as const;
const MOMENTS = INSTANTS.map((instant) => String(Date.parse(instant)));
const DAYS = ["1999-12-31", "2024-01-01", "2024-02-29"] as const;
const HOURS = ["00:00:00.000", "09:05:00.500", "23:59:59.999"] as const;
const DOCUMENTS: readonly Json[] = [42, "42", "x", true, 0.5, [], { k: "v" }, { b: [1, null], a: "É" }, "null"];
const BLOCKS: readonly Json[] = [
  [],
  [{ type: "paragraph", children: [{ type: "text", text: "a" }] }],
  [{ type: "paragraph", children: [{ type: "text", text: "B" }] }],
];

const POOLS: Readonly<Record<ScalarType, readonly Json[]>> = {
  string: TEXTS,
  text: TEXTS,
  richtext: TEXTS,
  email: TEXTS,
  uid: TEXTS,
  password: ["$2b$10$one", "$2b$10$two"],
  enumeration: ["alpha", "Beta", "gamma"],
  integer: INTEGERS,
  float: FRACTIONS,
  decimal: FRACTIONS,
  biginteger: BIG,
  boolean: [true, false],
  date: DAYS,
  time: HOURS,
  datetime: INSTANTS,
  timestamp: MOMENTS,
  json: DOCUMENTS,
  blocks: BLOCKS,
};

/** A stored value of a scalar type in its normal form, or null. */
export function storedValue(type: ScalarType): fc.Arbitrary<Json> {
  return fc.constantFrom(null, ...POOLS[type]);
}
