import { describe, expect, it } from "vitest";
import type { UniqueQuery } from "../../../../engine/document/check/lookups.ts";
import type { Input } from "../../../../engine/document/input.ts";
import { CONTRACT_RULES, STRAPI_RULES } from "../../../../engine/rules.ts";
import type { AttributeDefinitions } from "../../../../engine/schema/definition.ts";
import { EMPTY, issuesOf, refusal, thing, valuesOf } from "../checking.ts";

const update = { operation: "update" } as const;
const publish = { operation: "publish" } as const;
const draft = { full: false } as const;

const link: AttributeDefinitions = {
  url: { type: "string", required: true },
  weight: { type: "integer", max: 10 },
  kind: { type: "enumeration", enum: ["in", "out"], default: "in" },
  inner: { type: "component", component: "shared.link", repeatable: true },
};

const page = thing(
  {
    title: { type: "string", required: true },
    link: { type: "component", component: "shared.link" },
    links: { type: "component", component: "shared.link", repeatable: true, min: 2, max: 3 },
    zone: { type: "dynamiczone", components: ["shared.link", "shared.note"] },
  },
  { "shared.link": link, "shared.note": { text: { type: "text" } }, "shared.other": {} },
);

/** An input as plain data. */
function plain(input: Input): unknown {
  return Object.fromEntries(
    [...input].map(([name, value]) => {
      if (value.kind === "scalar") return [name, value.value];
      if (value.kind === "links") return [name, value.write];
      const list = value.kind === "components" ? value.components : [value.component];
      const components = list.map(
        (each) => each && { component: each.component, id: each.id, ...Object(plain(each.input)) },
      );
      return [name, value.kind === "components" ? components : components[0]];
    }),
  );
}

describe("checkValues", () => {
  it("leaves out absent and unknown attributes", () => {
    const data = { title: "t", nope: 1, constructor: 1, publishedAt: null };
    expect([...valuesOf(page, data).keys()]).toEqual(["title"]);
  });

  it("does not treat inherited properties as data", () => {
    const types = thing({ valueOf: { type: "json" } as const, toString: { type: "string" } as const });
    expect(valuesOf(types, {}).size).toBe(0);
  });

  it.each([["x"], [5], [null], [undefined], [[]]])("refuses %j as data", (data) => {
    expect(refusal(() => valuesOf(page, data)).message).toMatch(/^this must be a `object` type/);
  });

  it("reports faults in the order of the attributes, depth first", () => {
    const data = { links: [{ weight: 11 }, 5], link: { url: 5, weight: "x" }, title: 5 };
    expect(issuesOf(() => valuesOf(page, data)).map(([path]) => path)).toEqual([
      "title",
      "link.url",
      "link.weight",
      "links.0.url",
      "links.0.weight",
      "links.1",
    ]);
  });

  it("counts several faults in the message", () => {
    expect(refusal(() => valuesOf(page, { title: 5, link: 5 })).message).toBe("2 errors occurred");
  });
});

describe("a required attribute", () => {
  const types = thing({
    text: { type: "string", required: true },
    flag: { type: "boolean", required: true },
    count: { type: "integer", required: true },
    fixed: { type: "string", required: true, writable: false },
  });
  const nulls = { text: null, flag: null, count: null, fixed: null };

  it("may be absent or null in a draft", () => {
    expect(plain(valuesOf(types, {}, draft))).toEqual({});
    expect(plain(valuesOf(types, nulls, draft))).toEqual(nulls);
  });

  it("must be there at creation, unless nobody may write it", () => {
    expect(issuesOf(() => valuesOf(types, {}))).toEqual([
      ["text", "text must be defined."],
      ["flag", "flag must be defined."],
      ["count", "count must be defined."],
    ]);
  });

  it.each([
    ["create", "flag must be defined."],
    ["publish", "flag must be defined."],
    ["update", "flag cannot be null."],
  ] as const)("may not be null on %s", (operation, message) => {
    expect(issuesOf(() => valuesOf(types, nulls, { operation }))).toEqual([
      ["text", "text must be a `string` type, but the final value was: `null`.", null],
      ["flag", message, null],
      ["count", "count must be a `number` type, but the final value was: `NaN`.", null],
    ]);
  });

  it("stays as it is when an update does not name it", () => {
    expect(plain(valuesOf(types, {}, update))).toEqual({});
  });

  it("is null for publishing when the stored draft does not have it", () => {
    expect(issuesOf(() => valuesOf(types, {}, publish))).toHaveLength(3);
  });
});

describe("a default", () => {
  const types = thing({
    text: { type: "string", default: "d", required: true },
    fixed: { type: "string", default: "f", writable: false },
  });

  it("fills in absent values at creation, and satisfies a requirement", () => {
    expect(plain(valuesOf(types, {}))).toEqual({ text: "d", fixed: "f" });
    expect(plain(valuesOf(types, { text: null }, draft))).toEqual({ text: null, fixed: "f" });
  });

  it("is never applied by an update or by publishing", () => {
    expect(plain(valuesOf(types, {}, update))).toEqual({});
    expect(issuesOf(() => valuesOf(types, { text: null }, publish))).toHaveLength(1);
  });

  it("fills in components that an update brings in, and no others", () => {
    const data = { links: [{ url: "u" }, { id: 7 }] };
    expect(plain(valuesOf(page, data, update))).toEqual({
      links: [
        { component: "shared.link", id: null, url: "u", kind: "in" },
        { component: "shared.link", id: 7 },
      ],
    });
  });
});

describe("a component", () => {
  it("keeps a numeric id on update, and gets none that anything has for another", () => {
    const ids = [7, "8", null, "abc", {}].map((id) => ({ id, url: "u" }));
    const input = valuesOf(page, { zone: ids.map((each) => ({ __component: "shared.link", ...each })) }, update);
    expect(plain(input)).toMatchObject({ zone: [{ id: 7 }, { id: 8 }, { id: 0 }, { id: 0 }, { id: 0 }] });
  });

  it("has no id when it is created or stands in a new one", () => {
    const data = { title: "t", link: { id: 7, url: "u", inner: [{ id: 8, url: "v" }] } };
    const created = { link: { id: null, inner: [{ id: null }] } };
    expect(plain(valuesOf(page, data))).toMatchObject(created);
    const replaced = { link: { url: "u", inner: [{ id: 8, url: "v" }] } };
    expect(plain(valuesOf(page, replaced, update))).toMatchObject(created);
  });

  it("that an update brings in must be complete under the contract's rules", () => {
    const data = { link: { weight: 1 } };
    expect(issuesOf(() => valuesOf(page, data, update))).toEqual([["link.url", "link.url must be defined."]]);
    expect(() => valuesOf(page, data, { ...update, rules: STRAPI_RULES })).not.toThrow();
    expect(() => valuesOf(page, data, { ...update, full: false })).not.toThrow();
    expect(() => valuesOf(page, { link: { id: 7, weight: 1 } }, update)).not.toThrow();
  });

  it("may be null unless it is required", () => {
    expect(plain(valuesOf(page, { link: null }, update))).toEqual({ link: null });
    const needed = thing({ one: { type: "component", component: "shared.x", required: true } }, { "shared.x": {} });
    expect(issuesOf(() => valuesOf(needed, { one: null }))).toEqual([
      ["one", "one must be a `object` type, but the final value was: `null`.", null],
    ]);
    expect(plain(valuesOf(needed, { one: null }, draft))).toEqual({ one: null });
    expect(issuesOf(() => valuesOf(needed, {}))).toEqual([["one", "one must be defined."]]);
  });
});

describe("a list of components", () => {
  it("reports its length after the faults of its items, with the converted items", () => {
    const data = { title: "t", links: [{ weight: "11" }] };
    expect(issuesOf(() => valuesOf(page, data))).toEqual([
      ["links.0.url", "links[0].url must be defined."],
      ["links.0.weight", "links[0].weight must be less than or equal to 10", 11],
      ["links", "links field must have at least 2 items", [{ weight: 11, kind: "in", inner: [] }]],
    ]);
  });

  it("may have any length in a draft, and none where it is not required", () => {
    expect(() => valuesOf(page, { links: [{}] }, draft)).not.toThrow();
    expect(() => valuesOf(page, { title: "t", links: [] })).not.toThrow();
  });

  describe("that is required", () => {
    const needed = thing(
      { list: { type: "component", component: "shared.x", repeatable: true, required: true, min: 1 } },
      { "shared.x": {} },
    );

    it("must be given at creation; for a draft only where the rules say so", () => {
      const absent = () => issuesOf(() => valuesOf(needed, {}));
      expect(absent()).toEqual([["list", "list must be defined."]]);
      expect(() => valuesOf(needed, {}, draft)).not.toThrow();
      expect(issuesOf(() => valuesOf(needed, {}, { ...draft, rules: STRAPI_RULES }))).toEqual(absent());
    });

    it("stays as it is when an update does not name it, and is never null", () => {
      expect(plain(valuesOf(needed, {}, update))).toEqual({});
      for (const options of [{}, draft, update, publish]) {
        expect(issuesOf(() => valuesOf(needed, { list: null }, options))).toHaveLength(1);
      }
    });

    it("may not be empty where it has a least length", () => {
      expect(issuesOf(() => valuesOf(needed, { list: [] }))).toEqual([
        ["list", "list field must have at least 1 items", []],
      ]);
    });
  });
});

it("refuses a locale that is no text", () => {
  expect(issuesOf(() => valuesOf(page, { title: 5, locale: 1 })).map(([path]) => path)).toEqual(["title", "locale"]);
  for (const locale of [null, undefined, "", "de"]) {
    expect(plain(valuesOf(page, { title: "t", locale }))).not.toHaveProperty("locale");
  }
});

describe("a dynamic zone", () => {
  it.each([undefined, null, "", 5, "shared.other", "constructor", "api::tag.tag"])(
    "refuses items of the kind %j",
    (uid) => {
      const issues = issuesOf(() => valuesOf(page, { title: "t", zone: [{ __component: uid }] }));
      expect(issues.map(([path]) => path)).toContain("zone.0.__component");
    },
  );

  it("lists its own components where the kind is wrong", () => {
    expect(issuesOf(() => valuesOf(page, { title: "t", zone: [{ __component: "shared.other" }] }))).toEqual([
      [
        "zone.0.__component",
        "zone[0].__component must be one of the following values: shared.link, shared.note",
        "shared.other",
      ],
    ]);
  });

  it("lists every component where there is none of the kind, when the rules say so", () => {
    const rules = { ...CONTRACT_RULES, zoneFaults: "recorded" as const };
    const kinds = (uid: string) => {
      const [issue] = issuesOf(() => valuesOf(page, { title: "t", zone: [{ __component: uid }] }, { rules }));
      return issue?.[1].split(": ")[1]?.split(", ");
    };
    expect(kinds("shared.nosuch")).toEqual(["shared.link", "shared.note", "shared.other"]);
    expect(kinds("shared.other")).toEqual(["shared.link", "shared.note"]);
  });

  it("holds items of several kinds, read from JSON text too", () => {
    const zone = [{ __component: "shared.note", text: "t" }, '{"__component":"shared.link","url":"u"}'];
    expect(plain(valuesOf(page, { title: "t", zone }))).toMatchObject({
      zone: [
        { component: "shared.note", text: "t" },
        { component: "shared.link", url: "u" },
      ],
    });
  });
});

describe("a unique attribute", () => {
  const types = thing(
    {
      code: { type: "string", unique: true },
      big: { type: "biginteger", unique: true },
      slug: { type: "uid" },
      list: { type: "component", component: "shared.code", repeatable: true },
      zone: { type: "dynamiczone", components: ["shared.code"] },
    },
    { "shared.code": { code: { type: "string", unique: true } } },
  );

  it("is checked by path and normal form, only under the full rules", () => {
    const asked: UniqueQuery[] = [];
    const lookups = { ...EMPTY, taken: (query: UniqueQuery) => asked.push(query) < 0 };
    const zone = [{ __component: "shared.code", code: "c" }];
    const data = { code: "a", big: "007", slug: "s", list: [{ code: "b" }], zone };
    valuesOf(types, data, { lookups, full: false });
    expect(asked).toEqual([]);
    valuesOf(types, data, { lookups });
    expect(asked.map(({ type, path, value }) => [type, path.join("."), value])).toEqual([
      ["api::thing.thing", "code", "a"],
      ["api::thing.thing", "big", "7"],
      ["api::thing.thing", "slug", "s"],
      ["api::thing.thing", "list.code", "b"],
      ["api::thing.thing", "zone.shared.code.code", "c"],
    ]);
  });

  it("is reported at its place where the value is taken", () => {
    const lookups = { ...EMPTY, taken: () => true };
    const data = { list: [{ code: "b" }], slug: "s p", code: "a" };
    expect(issuesOf(() => valuesOf(types, data, { lookups }))).toEqual([
      ["code", "This attribute must be unique", "a"],
      ["slug", 'slug must match the following: "/^[A-Za-z0-9-_.~]*$/"', "s p"],
      ["slug", "This attribute must be unique", "s p"],
      ["list.0.code", "This attribute must be unique", "b"],
    ]);
  });

  it("may not repeat inside the document, where each equal value is reported", () => {
    const list = ["a", "b", "a"].map((code) => ({ code }));
    expect(issuesOf(() => valuesOf(types, { list })).map(([path]) => path)).toEqual(["list.0.code", "list.2.code"]);
  });

  it("may be null or empty as often as one likes", () => {
    const lookups = { ...EMPTY, taken: () => true };
    const list = [{ code: "" }, { code: "" }, { code: null }, {}];
    expect(() => valuesOf(types, { code: null, big: null, slug: "", list }, { lookups })).not.toThrow();
  });
});

describe("publishing", () => {
  it("does not look at the hash of a password, and not at how deep stored values are", () => {
    const types = thing({ secret: { type: "password", maxLength: 5, required: true }, data: { type: "json" } });
    const data = JSON.parse(`{"secret":"$2b$10$hash","data":${"[".repeat(90)}${"]".repeat(90)}}`);
    expect(() => valuesOf(types, data, publish)).not.toThrow();
    expect(issuesOf(() => valuesOf(types, { secret: null }, publish))).toHaveLength(1);
  });

  it("reveals neither private values nor hashes, which another caller may have written", () => {
    const types = thing(
      {
        hidden: { type: "string", private: true, minLength: 9, unique: true },
        list: { type: "component", component: "shared.x", repeatable: true, min: 2 },
      },
      {
        "shared.x": {
          open: { type: "string" },
          hidden: { type: "string", private: true },
          secret: { type: "password" },
        },
      },
    );
    const data = { hidden: "private", list: [{ id: 1, open: "o", hidden: "private", secret: "$2b$10$hash" }] };
    const lookups = { ...EMPTY, taken: () => true };
    expect(issuesOf(() => valuesOf(types, data, { ...publish, lookups }))).toEqual([
      ["hidden", "hidden must be at least 9 characters"],
      ["hidden", "This attribute must be unique"],
      ["list", "list field must have at least 2 items", [{ id: 1, open: "o" }]],
    ]);
  });
});
