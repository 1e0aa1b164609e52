import { describe, expect, it } from "vitest";
import { HttpError } from "../../../../transport/http/http-error.ts";
import { bodyText, parseJson } from "../../../../transport/http/json/json-body.ts";
import { JSON_LIMITS } from "../../../../transport/http/json/json-limits.ts";
import { requestOf } from "../../../support/requests/request-of.ts";

const refused = (read: () => unknown): HttpError => {
  try {
    read();
  } catch (error) {
    if (error instanceof HttpError) return error;
    throw error;
  }
  throw new Error("Nothing was refused");
};

describe("parseJson", () => {
  it.each([
    ["", {}],
    ["{}", {}],
    [' \t\r\n{"a":1}', { a: 1 }],
    ["[1]", [1]],
    ['{"a":1,"a":2}', { a: 2 }],
    ['{"a":"\\"[[[{{{"}', { a: '"[[[{{{' }],
    ['{"a":"__proto__"}', { a: "__proto__" }],
  ])("reads %j", (text, expected) => expect(parseJson(text)).toEqual(expected));

  it.each(["null", '"text"', "5", "true", "   ", "undefined", "x"])("takes objects and lists only: %j", (text) => {
    expect(refused(() => parseJson(text)).message).toBe("invalid JSON, only supports object and array");
  });

  it.each(["{", '{"a":}', "{'a':1}", '{"a":1}x', "[1,]", '{"a":"', "{]"])("refuses %j", (text) => {
    expect(refused(() => parseJson(text)).code).toBe("malformed body");
  });

  it.each([
    '{"__proto__":{}}',
    '{"a":{"constructor":{"prototype":{"b":1}}}}',
    '{"\\u0063onstructor":{"prototype":null}}',
    '{"a":[{"__proto__":1}]}',
    '{"\\u005f_proto__":1}',
    '{"a":{"\\u005f\\u005fproto\\u005f\\u005f":null}}',
  ])("refuses what names a prototype anywhere, however it is written: %j", (text) => {
    expect(refused(() => parseJson(text)).message).toBe("Object contains forbidden prototype property");
  });

  it.each([
    ['{"constructor":1}', "constructor", null],
    ['{"data":{"constructor":{}}}', "constructor", null],
    ['{"data":{"list":[{"prototype":null}]}}', "prototype", "list.0"],
    ['{"data":{"meta":{"constr\\u0075ctor":1}}}', "constructor", "meta"],
  ])("refuses reserved keys anywhere, with the path, unless they are to be kept: %j", (text, key, path) => {
    const details = { key, path, source: "body" };
    expect(() => parseJson(text)).toThrow(expect.objectContaining({ code: "validation", details }));
    expect(parseJson(text, { ...JSON_LIMITS, reservedKeys: "keep" })).toEqual(JSON.parse(text));
  });

  const nested = (depth: number) => `${"[".repeat(depth)}${"]".repeat(depth)}`;

  it("reads nesting up to its limit", () => {
    expect(parseJson(nested(JSON_LIMITS.depth))).toBeInstanceOf(Array);
    expect(refused(() => parseJson(nested(JSON_LIMITS.depth + 1))).message).toContain("nested deeper than 64 levels");
  });

  it("reads as many values as its limit, in all levels together", () => {
    const rows = (count: number) => `[[${"1,".repeat(count - 1)}1]]`;
    expect(parseJson(rows(JSON_LIMITS.values))).toHaveLength(1);
    expect(refused(() => parseJson(rows(JSON_LIMITS.values + 1))).message).toContain("more than 100000 values");
    expect(parseJson(JSON.stringify({ text: ",".repeat(JSON_LIMITS.values) }))).toHaveProperty("text");
    expect(refused(() => parseJson("[1,[2]]", { ...JSON_LIMITS, depth: 1 })).message).toContain("deeper than 1 levels");
  });

  it.each(["[", '{"a":'])("refuses a hundred thousand levels of %s at once", (opening) => {
    expect(refused(() => parseJson(opening.repeat(100_000))).code).toBe("malformed body");
  });
});

describe("bodyText", () => {
  it("is UTF-8 without a byte order mark", () => {
    expect(bodyText(requestOf({ body: Uint8Array.from([0xef, 0xbb, 0xbf, 0x7b, 0x7d]) }))).toBe("{}");
    expect(bodyText(requestOf({ body: "茶" }))).toBe("茶");
  });

  it("is empty without a body", () => expect(bodyText(requestOf({}))).toBe(""));

  it("refuses a body over the limit", () => {
    const { code, message } = refused(() => bodyText(requestOf({ body: "too large" })));
    expect([code, message]).toEqual(["body too large", "request entity too large"]);
  });

  it("refuses a compressed body", () => {
    const zipped = requestOf({ body: "x", headers: { "content-encoding": "gzip" } });
    expect(refused(() => bodyText(zipped)).code).toBe("unreadable body");
    expect(bodyText(requestOf({ body: "x", headers: { "content-encoding": "Identity" } }))).toBe("x");
  });
});
