import { expect, test } from "vitest";
import { firstNotUtf8, strictText } from "../../../storage/files/utf8.ts";
import { fc } from "../../support/fast-check.ts";

const text = fc.string({ unit: fc.constantFrom("a", "\n", "é", "€", "😀", "\ufffd") });
const bad = fc.constantFrom([0xff], [0x80], [0xc0, 0x80], [0xe2, 0x82], [0xf0, 0x9f, 0x98], [0xed, 0xa0, 0x80], [0xf5]);

test("the first byte that is no UTF-8 is found", () => {
  fc.assert(
    fc.property(text, bad, text, (before, bytes, after) => {
      // A text never begins with the rest of a cut character.
      const all = Buffer.concat([Buffer.from(before), Buffer.from(bytes), Buffer.from(after)]);
      const at = Buffer.byteLength(before);
      expect(firstNotUtf8(all)).toBe(at);
      const line = before.split("\n").length;
      expect(() => strictText(all)).toThrow(new SyntaxError(`invalid UTF-8 at line ${line}, byte ${at} of the file`));
      expect(strictText(Buffer.from(`\ufeff${before}`))).toBe(before);
      expect(firstNotUtf8(Buffer.from(before))).toBe(at);
    }),
  );
});
