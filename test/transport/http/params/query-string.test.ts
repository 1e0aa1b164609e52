import { describe, expect, it } from "vitest";
import { parseQueryString, QUERY_LIMITS } from "../../../../transport/http/params/query-string.ts";

const paramsOf = (text: string) => parseQueryString(text).params;
const repeated = (count: number, piece: (index: number) => string) =>
  Array.from({ length: count }, (_, index) => piece(index)).join("&");

describe("parseQueryString", () => {
  // As qs 6.15 reads them with depth 20, arrayLimit 100 and strictNullHandling.
  it.each<[string, unknown]>([
    ["", {}],
    ["a=1", { a: "1" }],
    ["a[b][c]=x", { a: { b: { c: "x" } } }],
    ["a%5Bb%5D%5bc%5d=x", { a: { b: { c: "x" } } }],
    ["a%255Bb%255D=x", { "a%5Bb%5D": "x" }],
    ["a+b=c+d%20e%2Bf", { "a b": "c d e+f" }],
    ["a=%C3%89", { a: "É" }],
    ["a=%E9+x", { a: "%E9 x" }],
    ["a=%zz+%", { a: "%zz %" }],
    ["%zz[b]=%31", { "%zz": { b: "1" } }],
    ["%5B%=x", { "[%": "x" }],
    ["a[]=x&a[]=y", { a: ["x", "y"] }],
    ["a=x&a=y", { a: ["x", "y"] }],
    ["a[0]=x&a[1]=y", { a: ["x", "y"] }],
    ["a[1]=y&a[0]=x", { a: ["x", "y"] }],
    ["a[0]=x&a[2]=y", { a: ["x", "y"] }],
    ["a[]=y&a[0]=x", { a: ["y", "x"] }],
    ["a=x&a[]=y", { a: ["x", "y"] }],
    ["a[]=x&a=y", { a: ["x", "y"] }],
    ["a[]=x", { a: ["x"] }],
    ["a[99]=x", { a: ["x"] }],
    ["a[100]=x", { a: { 100: "x" } }],
    ["a[5][t]=x", { a: [{ t: "x" }] }],
    ["a[0][t]=x&a[0][u]=y&a[1][t]=z", { a: [{ t: "x", u: "y" }, { t: "z" }] }],
    ["a[][t]=x&a[][t]=y", { a: [{ t: ["x", "y"] }] }],
    ["a[][t]=x&a[][u]=y", { a: [{ t: "x", u: "y" }] }],
    ["a[0][0]=x", { a: [["x"]] }],
    ["a=x,y", { a: "x,y" }],
    ["a", { a: null }],
    ["a=", { a: "" }],
    ["a[]", { a: [null] }],
    ["a[]=", { a: [""] }],
    ["a[-1]=x", { a: { "-1": "x" } }],
    ["a[01]=x", { a: { "01": "x" } }],
    ["a[0]=x&a[b]=y", { a: { 0: "x", b: "y" } }],
    ["f[t=x", { f: { "[t": "x" } }],
    ["f[t][u=x", { f: { t: { "[u": "x" } } }],
    ["f[t]]=x", { f: { t: "x" } }],
    ["f[t].x=x", { f: { t: "x" } }],
    ["f[[t]]=x", { f: { "[t]": "x" } }],
    ["[f][t]=x", { f: { t: "x" } }],
    ["f.t=x", { "f.t": "x" }],
    ["f[t]=a=b", { f: { t: "a=b" } }],
    ["f=a]=b", { "f=a]": "b" }],
    ["a;b=1", { "a;b": "1" }],
    ["f[t]=x&f[t][$gt]=1", { f: { t: ["x", { $gt: "1" }] } }],
    ["f[t][$gt]=1&f[t]=x", { f: { t: [{ $gt: "1" }, "x"] } }],
    ["=x", {}],
    ["&&a=1&&", { a: "1" }],
    ["f[hasOwnProperty]=1&f[t]=x", { f: { t: "x" } }],
    ["f[__proto__][x]=1&__proto__[y]=1&constructor=1&g=1", { g: "1" }],
  ])("reads %j", (text, params) => {
    expect(paramsOf(text)).toEqual(params);
  });

  it("collects the values of one name in the place of the first", () => {
    expect(paramsOf("a[0]=x&a[1]=y&a[0]=z")).toEqual({ a: [["x", "z"], "y"] });
    expect(paramsOf("a[]=x&a[0]=y&a[]=z")).toEqual({ a: ["x", "z", "y"] });
  });

  it("adds neither null nor an empty text to what is there under another name", () => {
    expect(paramsOf("a[b]=x&a")).toEqual({ a: { b: "x" } });
    expect(paramsOf("a[]=x&a=")).toEqual({ a: ["x"] });
    expect(paramsOf("a=x&a")).toEqual({ a: ["x", null] });
  });

  it("keeps names in the order in which they were sent", () => {
    expect(Object.keys(paramsOf("b[x]=1&a=1&b[y]=1"))).toEqual(["b", "a"]);
  });

  it("makes objects that inherit nothing", () => {
    const { a } = paramsOf("a[b]=1");
    for (const name of Object.getOwnPropertyNames(Object.prototype))
      expect([name in (a as object), name in paramsOf("")]).toEqual([false, false]);
  });

  it("reads 20 levels of brackets, and those below as one name", () => {
    const names = (count: number) => repeated(count, (index) => `[b${index}]`).replaceAll("&", "");
    expect(JSON.stringify(paramsOf(`a${names(20)}=1`))).toMatch(/"b19":"1"/);
    expect(JSON.stringify(paramsOf(`a${names(22)}=1`))).toMatch(/"b19":{"\[b20\]\[b21\]":"1"}/);
  });

  it("makes an object of a list with more than 100 values, by any notation", () => {
    for (const piece of [() => "a[]=x", () => "a=x", (index: number) => `a[${index}]=x`]) {
      expect(paramsOf(repeated(100, piece)).a).toHaveLength(100);
      const { a } = paramsOf(repeated(101, piece));
      expect([Array.isArray(a), Object.keys(a as object).length]).toEqual([false, 101]);
    }
  });
});

describe("parameters beyond a limit", () => {
  const plain = { params: { a: "1" }, leftOut: null, limit: null };

  it("are none in an ordinary query", () => {
    expect(parseQueryString("a=1")).toEqual(plain);
    expect(parseQueryString("=x&&a=1")).toEqual(plain);
  });

  it("are left out from the 1001st on, counting empty pieces", () => {
    expect(parseQueryString(`${"&".repeat(999)}a=1`)).toEqual(plain);
    expect(parseQueryString(`${"&".repeat(1000)}a=1`)).toEqual({ params: {}, leftOut: "a=1", limit: "parameters" });
    expect(parseQueryString(`a=1&${"&".repeat(1000)}b=1&c=1`)).toEqual({
      params: { a: "1" },
      leftOut: "b=1",
      limit: "parameters",
    });
  });

  it("are left out when they end beyond the length of a query, or have a longer name", () => {
    const limits = { ...QUERY_LIMITS, length: 8, nameLength: 3 };
    expect(parseQueryString("a=1&b=22&c=3", limits)).toEqual({
      params: { a: "1", b: "22" },
      leftOut: "c=3",
      limit: "length",
    });
    expect(parseQueryString("a=1&b=223", limits)).toEqual({ params: { a: "1" }, leftOut: "b=223", limit: "length" });
    expect(parseQueryString("a[b]=1", limits)).toEqual({ params: {}, leftOut: "a[b]=1", limit: "nameLength" });
  });

  it("are those named like members of every object", () => {
    expect(parseQueryString("a=1&filters[constructor]=1")).toEqual({
      params: { a: "1" },
      leftOut: "filters[constructor]=1",
      limit: null,
    });
  });
});
