import { fc } from "../support/fast-check.ts";
import { hostileText, inheritedName } from "./hostile/hostile-text.ts";

/** JSON as text, so that it can hold what no value in memory shows: equal keys, `__proto__`, numbers beyond all size. */
export type JsonText = string;

export const textOf = (value: unknown): JsonText => JSON.stringify(value);

/** An object of members in this order, equal keys included. */
export const objectText = (members: readonly (readonly [key: string, value: JsonText])[]): JsonText =>
  `{${members.map(([key, value]) => `${textOf(key)}:${value}`).join(",")}}`;

export const listText = (items: readonly JsonText[]): JsonText => `[${items.join(",")}]`;

const NUMBERS = ["0", "-0", "1", "-1", "1.5", "1e400", "-1e400", "1e-400", "9007199254740993", "1e21", "4294967296"];
const NESTED = [10, 60, 63, 70, 3000].flatMap((depth) => [
  "[".repeat(depth) + "]".repeat(depth),
  `${'{"a":'.repeat(depth)}1${"}".repeat(depth)}`,
]);

const name = fc.oneof(
  fc.constantFrom("id", "documentId", "__component", "connect", "set", "type", "children", "text", "a", "status", ""),
  inheritedName,
  hostileText,
);

/** Any JSON, mostly small. */
export const anyJson: fc.Arbitrary<JsonText> = fc.letrec<{ value: JsonText }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 4, depthSize: "small" },
    fc.constantFrom("null", "true", "false", "{}", "[]"),
    fc.constantFrom(...NUMBERS),
    hostileText.map(textOf),
    fc.array(tie("value"), { maxLength: 3 }).map(listText),
    fc.array(fc.tuple(name, tie("value")), { maxLength: 3 }).map(objectText),
    fc.constantFrom(...NESTED),
  ),
})).value;

/** Texts that are almost JSON. */
export const brokenJson: fc.Arbitrary<JsonText> = fc
  .tuple(
    anyJson,
    fc.double({ min: 0, max: 1, noNaN: true }),
    fc.constantFrom("", "}", ",", '"', "\\u00", "\0", "\ufeff", "//"),
  )
  .map(([text, where, inserted]) => {
    const at = Math.floor(where * text.length);
    return text.slice(0, at) + inserted + text.slice(at + 1);
  });
