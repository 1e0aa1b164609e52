import { describe, expect, it } from "vitest";
import { entryText } from "../../../../engine/internal.ts";
import { ComposedText } from "../../../../transport/http/json/composed-text.ts";
import { bodySize, inOnePiece, isSource } from "../../../../transport/http/port.ts";

const kept = (text: string) => entryText(text, Buffer.byteLength(text) === text.length);

describe("a text composed of kept entries", () => {
  const lists = [[], ["{}"], ['{"a":1}', '{"b":"é€😀"}', "{}"], ["\ud800"]];

  it("is written as the same bytes as the whole text", () => {
    for (const list of lists) {
      const text = new ComposedText('{"data":[', list.map(kept), '],"meta":"ü"}');
      const target = Buffer.alloc(200);
      const written = target.subarray(0, text.writeTo(target));
      expect(text.toString()).toBe(`{"data":[${list.join(",")}],"meta":"ü"}`);
      expect(written).toEqual(Buffer.from(text.toString()));
      expect(text.toBytes()).toEqual(written);
      expect([text.length, bodySize(text)]).toEqual([text.toString().length, written.length]);
    }
  });

  it("is a body that is held in memory", () => {
    const text = new ComposedText("[", [kept("1"), kept("2")], "]");
    expect([isSource(text), inOnePiece(text)]).toEqual([false, "[1,2]"]);
  });
});
