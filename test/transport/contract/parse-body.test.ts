import { describe, expect, it } from "vitest";
import { parseBody } from "../../../transport/contract/parse-body.ts";
import { requestOf } from "../../support/requests/request-of.ts";

const parse = (body: string, type?: string, method = "POST") =>
  parseBody(requestOf({ method, body, ...(type !== undefined && { headers: { "content-type": type } }) }));

const BODY = '{"data":{"title":"One"}}';

describe("parseBody", () => {
  it.each([
    "application/json",
    "application/json; charset=utf-8",
    "Application/JSON ;charset=UTF-8",
    "application/vnd.api+json",
    "application/csp-report",
    "application/json-patch+json",
  ])("reads %s as JSON", (type) => expect(parse(BODY, type)).toEqual({ data: { title: "One" } }));

  it.each(["text/plain", "application/xml", "multipart/form-data; boundary=x", "application/jsonp", undefined])(
    "does not look at %s",
    (type) => expect(parse(BODY, type)).toEqual({}),
  );

  it.each(["PUT", "PATCH"])("reads the body of %s", (method) => {
    expect(parse(BODY, "application/json", method)).toEqual({ data: { title: "One" } });
  });

  it.each(["GET", "DELETE", "OPTIONS"])("does not look at the body of %s", (method) => {
    expect(parse("{", "application/json", method)).toEqual({});
  });

  it.each(["", "[]", '[{"data":{}}]'])("has no keys in %j", (body) => {
    expect(parse(body, "application/json")).toEqual({});
  });

  it("reads forms with names in brackets, all values as texts", () => {
    const type = "application/x-www-form-urlencoded";
    expect(parse("data[title]=One+two&data[tags][]=a&data[tags][]=b&data[featured]=true", type)).toEqual({
      data: { title: "One two", tags: ["a", "b"], featured: "true" },
    });
    expect(parse(`data[title]=${"x".repeat(100_000)}`, type)).toEqual({ data: { title: "x".repeat(100_000) } });
  });

  it.each([
    ["data.title=One.two&data.leaf.label=a", { data: { title: "One.two", leaf: { label: "a" } } }],
    ["data%2Etitle=a&data%5Btags%5D.0=b", { data: { title: "a", tags: ["b"] } }],
    ["data[a.b]=1&.c=2&d.=3&e..f=4&", { data: { "a[b]": "1" }, c: "2", "d.": "3", "e.": { f: "4" } }],
  ])("reads dots in the names of a form as brackets: %s", (body, read) => {
    expect(parse(body, "application/x-www-form-urlencoded")).toEqual(read);
  });

  it("reads a field of a form without a value as an empty text", () => {
    expect(parse("data[title]&data[note]=", "application/x-www-form-urlencoded")).toEqual({
      data: { title: "", note: "" },
    });
  });

  it.each(["__proto__[a]=1", Array.from({ length: 1001 }, () => "a=1").join("&")])(
    "refuses a form of which something would be lost: %.30s",
    (body) => {
      expect(() => parse(body, "application/x-www-form-urlencoded")).toThrow("invalid form");
    },
  );

  it("refuses a body over the limit", () => {
    expect(() => parse("too large", "application/json")).toThrow("request entity too large");
  });
});
