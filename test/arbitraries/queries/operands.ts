import type { ScalarType } from "../../../engine/internal.ts";
import { fc } from "../../support/fast-check.ts";
import { INSTANTS, TEXTS } from "../values.ts";

const WHOLE = ["-2", "0", "1", "2", "9", "10", "02", "+2", " 2 ", "1e1", "0x2"];
const NUMBERS = [...WHOLE, "2.0", "0.5", "-1.5", ".1", "4.50", "1e21"];
const TIMES = [
  ...INSTANTS,
  "2024-01-01",
  "2024-01-01T14:30:00+02:00",
  "2024-02-29T12:30:15.123",
  String(Date.parse(INSTANTS[2])),
];

const POOLS: Readonly<Record<Exclude<ScalarType, "password"> | "id" | "documentId", readonly string[]>> = {
  id: ["1", "2", "3", "4", "5", "6", "7", "10", "abc", ""],
  documentId: ["note00000000000000000000", "tag000000000000000000001", "author000000000000000000", "1", ""],
  string: TEXTS,
  text: TEXTS,
  richtext: TEXTS,
  email: TEXTS,
  uid: TEXTS,
  enumeration: ["alpha", "Beta", "beta", "gamma", "delta"],
  integer: [...WHOLE, "2.5"],
  float: NUMBERS,
  decimal: NUMBERS,
  biginteger: [
    ...["-1", "0", "9", "10", "012", "+10", " 9 ", "-9007199254740993", "9007199254740992", "9007199254740993"],
    ...["123456789012345678901234567890", "123456789012345678901234567891"],
  ],
  boolean: ["true", "t", "1", "false", "f", "0", "", "no", "FALSE"],
  date: ["1999-12-31", "2024-01-01", "2024-01-01T10:00:00Z", "2024-02-29", "2024-03-01"],
  time: ["00:00:00", "09:05:00.5", "23:59:59.999", "12:00:00.000"],
  datetime: TIMES,
  timestamp: TIMES,
  json: ["42", "x", "true", "0.5", "[]", '{"k":"v"}', '{"k": "v"}', '{"b":[1,null],"a":"É"}', "null", ""],
  blocks: ["[]", '[{"type":"paragraph","children":[{"type":"text","text":"a"}]}]', "a"],
};

/** Pieces of what fields of any type look like as text. */
const PIECES = [
  ...TEXTS,
  "t",
  "0",
  "1",
  ".",
  "-",
  "00:00",
  "2024",
  "e",
  "L",
  "true",
  "TRUE",
  "paragraph",
  "Σ",
  "ς",
  "α",
  "{",
  "T12",
];

export type OperandType = keyof typeof POOLS;

/** A text that a field of this type can be compared with. */
export function operandOf(type: OperandType): fc.Arbitrary<string> {
  return fc.constantFrom(...POOLS[type]);
}

/** A text to look for inside a field of any type. */
export const piece: fc.Arbitrary<string> = fc.constantFrom(...PIECES);
