import { describe, expect, it } from "vitest";
import type { Lookups } from "../../../../engine/document/check/lookups.ts";
import type { LinkWrite } from "../../../../engine/document/input.ts";
import { CONTRACT_RULES, STRAPI_RULES } from "../../../../engine/rules.ts";
import { EMPTY, issuesOf, thing, valuesOf } from "../checking.ts";

const types = thing({
  one: { type: "relation", relation: "manyToOne", target: "api::tag.tag" },
  many: { type: "relation", relation: "manyToMany", target: "api::tag.tag" },
  file: { type: "media", multiple: false },
  files: { type: "media", multiple: true },
});

/** Numeric ids below 100 are versions of the document `n<id>`, even ones its draft. */
const lookups: Lookups = {
  ...EMPTY,
  byId: (_, id) => (id < 100 ? { documentId: `n${id}`, status: id % 2 === 0 ? "draft" : "published" } : null),
};

function writeOf(data: { readonly [name: string]: unknown }, rules = STRAPI_RULES): LinkWrite | undefined {
  const [name = ""] = Object.keys(data);
  const value = valuesOf(types, data, { rules, lookups }).get(name);
  return value?.kind === "links" ? value.write : undefined;
}

const set = (...ids: string[]) => ({ kind: "set", targets: ids.map((documentId) => ({ documentId })) });

describe("the value of a relation", () => {
  it.each([["a"], [["a"]], [{ documentId: "a" }], [{ set: ["a"] }], [{ set: "a" }], [[null, { documentId: "a" }]]])(
    "%j sets the one target",
    (value) => {
      expect(writeOf({ one: value })).toEqual(set("a"));
      expect(writeOf({ many: value })).toEqual(set("a"));
    },
  );

  it.each([[["a", "b"]], [{ set: ["a", "b"] }]])("%j sets the last target, or both in order", (value) => {
    expect(writeOf({ one: value })).toEqual(set("b"));
    expect(writeOf({ many: value })).toEqual(set("a", "b"));
  });

  it.each([[null], [[]], [{ set: [] }]])("%j removes all links", (value) => {
    expect(writeOf({ one: value })).toEqual(set());
    expect(writeOf({ many: value })).toEqual(set());
  });

  it.each([
    [true],
    [{}],
    [{ set: null }],
    [{ connect: [] }],
    [{ connect: null, disconnect: [] }],
    [{ name: "x" }],
    [{ options: { strict: true } }],
  ])("%j changes nothing", (value) => {
    expect(writeOf({ one: value })).toBeUndefined();
    expect(writeOf({ many: value })).toBeUndefined();
  });

  it.each([true, false])("%s changes nothing, and where numeric ids are taken it must be one", (flag) => {
    const without = (gone: number): Lookups => ({
      ...lookups,
      byId: (_, id) => (id === gone ? null : { documentId: "n" }),
    });
    const check = (rules = STRAPI_RULES) => valuesOf(types, { one: flag }, { rules, lookups: without(Number(flag)) });
    expect(issuesOf(check)).toEqual([
      ["", "1 relation(s) of type api::tag.tag associated with this entity do not exist"],
    ]);
    expect(check(CONTRACT_RULES).get("one")).toBeUndefined();
  });

  it("connects and disconnects; of several targets for one place the last counts", () => {
    const value = { connect: ["a", { documentId: "b" }], disconnect: "c" };
    const [a, b, c] = ["a", "b", "c"].map((documentId) => ({ documentId }));
    expect(writeOf({ many: value })).toEqual({
      kind: "change",
      connect: [{ target: a }, { target: b }],
      disconnect: [c],
    });
    expect(writeOf({ one: value })).toEqual({ kind: "change", connect: [{ target: b }], disconnect: [c] });
  });

  it("applies only set", () => {
    expect(writeOf({ many: { set: ["a"], connect: ["b"], disconnect: ["a"] } })).toEqual(set("a"));
  });

  it("treats any status but published as the draft", () => {
    const connect = ["published", "draft", "modified"].map((status) => ({ documentId: "a", status }));
    expect(writeOf({ many: { set: connect } })).toEqual({
      kind: "set",
      targets: ["published", "draft", "draft"].map((status) => ({ documentId: "a", status })),
    });
  });

  it.each([
    [{ start: true }, { at: "start" }],
    [{ before: "n" }, { before: { documentId: "n" } }],
    [{ after: { documentId: "n" } }, { after: { documentId: "n" } }],
    [{ before: "n", start: true, after: "m" }, { before: { documentId: "n" } }],
    [{ end: true }, undefined],
    [{ middle: true }, undefined],
    ["start", undefined],
    [null, undefined],
  ])("reads the position %j", (position, expected) => {
    const write = writeOf({ many: { connect: [{ documentId: "a", position }] } });
    expect(write).toEqual({
      kind: "change",
      connect: [{ target: { documentId: "a" }, ...(expected && { position: expected }) }],
      disconnect: [],
    });
  });

  it.each([
    [""],
    [[{ name: "x" }]],
    [{ connect: [{}] }],
    [{ set: [true] }],
    [{ connect: [["a"]] }],
    [{ documentId: "" }],
    [{ set: "" }],
    [{ connect: "" }],
  ])("%j is refused: it names nothing", (value) => {
    expect(issuesOf(() => writeOf({ many: value }))).toEqual([["", "Invalid relations"]]);
  });
});

describe("numeric ids", () => {
  it.each([[2], ["2"], [{ id: 2 }], [{ id: "2" }], [[2]], [{ set: [2] }]])("%j stands for a version", (value) => {
    expect(writeOf({ one: value })).toEqual({ kind: "set", targets: [{ documentId: "n2", status: "draft" }] });
  });

  it("are counted where nothing has them, each once, for one type at a time", () => {
    expect(issuesOf(() => writeOf({ many: [100, 101, "100", 2], files: 102 }))).toEqual([
      ["", "2 relation(s) of type api::tag.tag associated with this entity do not exist"],
    ]);
    expect(issuesOf(() => writeOf({ one: "12abc" }))).toEqual([
      ["", "1 relation(s) of type api::tag.tag associated with this entity do not exist"],
    ]);
  });

  it("that nothing has need not be disconnected", () => {
    expect(writeOf({ many: { disconnect: [100, 3] } })).toEqual({
      kind: "change",
      connect: [],
      disconnect: [{ documentId: "n3", status: "published" }],
    });
  });

  it.each([[2], [{ id: 2 }], [[2]], [{ connect: [2] }], [{ disconnect: [2] }]])(
    "%j is refused by the contract",
    (value) => {
      expect(issuesOf(() => writeOf({ many: value }, CONTRACT_RULES))).toEqual([["", "Invalid relations"]]);
    },
  );

  it("are reported after the faults of values", () => {
    const both = thing({
      many: { type: "relation", relation: "manyToMany", target: "api::tag.tag" },
      title: { type: "string" },
    });
    const issues = issuesOf(() => valuesOf(both, { many: [5], title: 5 }, { rules: STRAPI_RULES }));
    expect(issues.map(([path]) => path)).toEqual(["title", ""]);
  });
});

describe("the value of a media attribute", () => {
  it("is a numeric id under either set of rules", () => {
    for (const rules of [CONTRACT_RULES, STRAPI_RULES]) {
      expect(writeOf({ file: 4 }, rules)).toEqual({ kind: "set", targets: [{ documentId: "n4", status: "draft" }] });
      expect(writeOf({ file: "f" }, rules)).toEqual(set("f"));
    }
  });

  it("holds the first of several files where there is room for one", () => {
    expect(writeOf({ file: ["f", "g"] })).toEqual(set("f"));
    expect(writeOf({ files: ["f", "g"] })).toEqual(set("f", "g"));
  });

  it("connects files, but on creation only by the rules that say so", () => {
    const connecting = { files: { connect: ["f"] } };
    expect(writeOf(connecting, CONTRACT_RULES)).toMatchObject({ connect: [{ target: { documentId: "f" } }] });
    expect(writeOf(connecting, STRAPI_RULES)).toBeUndefined();
  });
});
