import { describe, expect, it } from "vitest";
import { HashedPassword } from "../../../../engine/document/scalars/password.ts";
import type { AttributeDefinition } from "../../../../engine/schema/definition.ts";
import { issuesOf, refusal, thing, valuesOf } from "../checking.ts";

/** The stored form of the value under an attribute `x` of this kind. */
function stored(attribute: AttributeDefinition, value: unknown): unknown {
  const stored = valuesOf(thing({ x: attribute }), { x: value }).get("x");
  return stored?.kind === "scalar" ? stored.value : undefined;
}

function faults(attribute: AttributeDefinition, value: unknown, full = true) {
  return issuesOf(() => valuesOf(thing({ x: attribute }), { x: value }, { full }));
}

describe("a text", () => {
  it.each(["string", "text", "richtext"] as const)("of type %s is stored as it came", (type) => {
    for (const value of ["", "  pad  ", "é😀\u0000"]) expect(stored({ type }, value)).toBe(value);
  });

  it("reports every broken rule in full", () => {
    const attribute = { type: "string", minLength: 3, maxLength: 1, regex: "^b+$" } as const;
    const definition = { ...attribute, maxLength: 5 };
    expect(faults(definition, "a")).toEqual([
      ["x", "x must be at least 3 characters", "a"],
      ["x", 'x must match the following: "/^b+$/"', "a"],
    ]);
    expect(faults(definition, "aaaaaa", false)).toEqual([["x", "x must be at most 5 characters", "aaaaaa"]]);
  });

  it("may be empty against its pattern unless it is required", () => {
    expect(stored({ type: "string", regex: "^b+$" }, "")).toBe("");
    expect(faults({ type: "string", regex: "^b+$", required: true }, "")).toHaveLength(1);
  });

  it("of type uid matches its own pattern in place of the usual one", () => {
    expect(stored({ type: "uid", regex: "^[ab ]*$" }, "a b")).toBe("a b");
    expect(faults({ type: "uid", regex: "^[ab ]*$" }, "c")).toHaveLength(1);
  });

  it("that is very long is not repeated in the message", () => {
    const [issue] = faults({ type: "boolean" }, "x".repeat(100_000));
    expect(issue?.[1].length).toBeLessThan(3000);
  });
});

describe("an email address", () => {
  it.each([
    "a@b.co",
    "A@B.CO",
    "a.b+c@d-e.co.uk",
    "a@b.c",
    '"q q"@b.co',
    '"a@b"@c.co',
    "ä@ä.co",
    "a@1.b2.co",
    "a@b_c.co",
  ])("may be %s", (value) => {
    expect(stored({ type: "email" }, value)).toBe(value);
  });

  it.each([
    " a@b.co",
    "a b@c.co",
    "a@b",
    "@b.co",
    "a@",
    "a@.co",
    "a@b.co.",
    "a@b..co",
    ".a@b.co",
    "a..b@c.co",
    "a@-b.co",
    "a@b-.co",
    "a@1.2.3.4",
    "a@b.c1",
    "a@b@c.co",
    'a"b@c.co',
  ])("may not be %s", (value) => {
    expect(faults({ type: "email" }, value)).toEqual([["x", "x must be a valid email", value]]);
  });

  it.each([true, false])("is of at most 254 characters, also in a draft: full rules %s", (full) => {
    const ofLength = (length: number) => `${"a".repeat(length - "@b.co".length)}@b.co`;
    expect(stored({ type: "email" }, ofLength(254))).toHaveLength(254);
    for (const attribute of [{ type: "email" }, { type: "email", maxLength: 1000 }] as const) {
      const messages = faults(attribute, ofLength(255), full).map(([, message]) => message);
      expect(messages).toEqual(["x must be at most 254 characters"]);
    }
  });
});

describe("a number", () => {
  it.each([
    [5, 5],
    ["5", 5],
    [" 1 2 ", 12],
    ["1e3", 1000],
    ["0x10", 16],
    [[5, 6], 5],
    [["7"], 7],
    [-0, 0],
  ])("reads %j", (value, expected) => {
    expect(stored({ type: "integer" }, value)).toBe(expected);
    expect(stored({ type: "decimal" }, value)).toBe(expected);
  });

  it.each(["abc", "", "  ", true, {}, [], [[]], [null, 5], Object.create(null)])("refuses %j", (value) => {
    const [issue, ...others] = faults({ type: "integer" }, value);
    expect(others).toEqual([]);
    expect(issue?.[1]).toMatch(/^x must be a `number` type, but the final value was: `NaN` \(cast from the value `/);
    expect(issue?.[2]).toBeNull();
  });

  it("reports every broken rule", () => {
    expect(faults({ type: "integer", min: 3 }, 1.5)).toEqual([
      ["x", "x must be an integer", 1.5],
      ["x", "x must be greater than or equal to 3", 1.5],
    ]);
    expect(faults({ type: "float" }, "-Infinity")).toEqual([["x", "x must be a finite number", null]]);
  });

  it("of any size keeps its digits as biginteger, and its limits", () => {
    const limits = { type: "biginteger", min: "-9007199254740993", max: "9007199254740993" } as const;
    expect(stored(limits, " +009007199254740993 ")).toBe("9007199254740993");
    expect(faults(limits, "9007199254740994", false)).toEqual([
      ["x", "x must be less than or equal to 9007199254740993", "9007199254740994"],
    ]);
    expect(faults(limits, "-9007199254740994")).toEqual([
      ["x", "x must be greater than or equal to -9007199254740993", "-9007199254740994"],
    ]);
    expect(() => valuesOf(thing({ x: limits }), { x: "-9007199254740994" }, { full: false })).not.toThrow();
  });
});

describe("a boolean", () => {
  it.each([
    [true, true],
    ["TRUE", true],
    [1, true],
    [["1"], true],
    ["0", false],
    [[[false]], false],
  ])("reads %j", (value, expected) => {
    expect(stored({ type: "boolean" }, value)).toBe(expected);
  });

  it.each(["yes", "", 2, [], [true, true], {}, Object.create(null)])("refuses %j", (value) => {
    expect(faults({ type: "boolean" }, value)).toHaveLength(1);
  });
});

describe("a date or time", () => {
  it.each([
    ["date", "2024-02-29T12:00:00Z", "2024-02-29"],
    ["time", "10:30:15.1", "10:30:15.100"],
    ["datetime", "2024-01-01T10:00:00+02:00", "2024-01-01T08:00:00.000Z"],
    ["datetime", new Date(0), "1970-01-01T00:00:00.000Z"],
    ["timestamp", "2024-01-01T10:00:00Z", "1704103200000"],
    ["timestamp", 2024, "2024"],
    ["timestamp", "2024", "2024"],
  ] as const)("of type %s reads %j", (type, value, expected) => {
    expect(stored({ type }, value)).toBe(expected);
  });

  it("that cannot be read is reported alone, the first in the order of the attributes", () => {
    const types = thing({ at: { type: "time" }, day: { type: "date" }, n: { type: "integer" } });
    expect(refusal(() => valuesOf(types, { day: "bad", at: "bad" }))).toMatchObject({
      message: "Invalid time format, expected HH:mm:ss.SSS",
      details: {},
    });
    expect(issuesOf(() => valuesOf(types, { day: "bad", n: "bad" })).map(([path]) => path)).toEqual(["n"]);
  });
});

describe("json", () => {
  it.each([["str"], ["5"], [5], [true], [[]], [{ a: { b: [1, null] } }]])("is stored as it came: %j", (value) => {
    expect(stored({ type: "json" }, value)).toEqual(value);
  });

  it("is a copy, as it would read from a file", () => {
    const inner = { zero: -0, gone: undefined, date: new Date(0) };
    const value = stored({ type: "json" }, { inner });
    expect(value).toStrictEqual({ inner: { zero: 0, date: "1970-01-01T00:00:00.000Z" } });
    inner.zero = 1;
    expect(value).toMatchObject({ inner: { zero: 0 } });
  });

  it.each([Number.POSITIVE_INFINITY, Number.NaN])("has no %s, which would be null in a file", (number) => {
    expect(faults({ type: "json" }, { a: [1, { b: number }] })).toEqual([
      ["x.a.1.b", "x.a[1].b must be a finite number", null],
    ]);
  });

  it("keeps a key __proto__ as a key", () => {
    const value = stored({ type: "json" }, JSON.parse('{"__proto__":{"a":1}}'));
    expect(JSON.stringify(value)).toBe('{"__proto__":{"a":1}}');
  });

  it("may be nested in 64 levels and no more", () => {
    const nested = (levels: number) => JSON.parse(`${"[".repeat(levels)}${"]".repeat(levels)}`);
    expect(stored({ type: "json" }, nested(64))).toEqual(nested(64));
    expect(faults({ type: "json" }, nested(65))).toEqual([["x", "x must not be nested deeper than 64 levels"]]);
  });
});

describe("a password", () => {
  it("is held against the rules as text and stored as hash", () => {
    const attribute = { type: "password", minLength: 6, regex: "^[a-z]+$" } as const;
    expect(stored(attribute, new HashedPassword("letters", "hash"))).toBe("hash");
    expect(faults(attribute, new HashedPassword("123", "hash"))).toEqual([
      ["x", "x must be at least 6 characters"],
      ["x", 'x must match the following: "/^[a-z]+$/"'],
    ]);
  });

  it("has its rules hold in drafts too, since a hash cannot be checked when it is published", () => {
    expect(faults({ type: "password", minLength: 6 }, new HashedPassword("short", "hash"), false)).toHaveLength(1);
  });

  it("of another type is refused", () => {
    expect(faults({ type: "password" }, 5)).toEqual([
      ["x", "x must be a `string` type, but the final value was: `5`.", 5],
    ]);
    expect(faults({ type: "password" }, ["hunter22"])).toEqual([["x", "x must be a `string` type"]]);
  });

  it("that was not hashed is a fault of ours", () => {
    expect(() => stored({ type: "password" }, "secret")).toThrow("Invariant broken");
  });
});

describe("an enumeration", () => {
  const attribute = { type: "enumeration", enum: ["a", "true"] } as const;

  it("accepts texts that parse as one of its values", () => {
    expect(stored(attribute, true)).toBe("true");
  });

  it("reports a list and an object twice", () => {
    expect(faults(attribute, {}).map(([, message]) => message)).toEqual([
      "x must be a `string` type, but the final value was: `{}`.",
      "x must be one of the following values: a, true, ",
    ]);
  });
});
