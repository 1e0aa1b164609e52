import { describe, expect, it } from "vitest";
import { checkReferences } from "../../../../engine/document/check/check-references.ts";
import { readData } from "../../../../engine/document/data.ts";
import { CONTRACT_RULES, STRAPI_RULES } from "../../../../engine/rules.ts";
import { EMPTY, refusal, thing } from "../checking.ts";

const { schema, type } = thing(
  {
    tags: { type: "relation", relation: "manyToMany", target: "api::tag.tag" },
    author: { type: "relation", relation: "manyToOne", target: "api::author.author" },
    picture: { type: "media", multiple: false },
    quotes: { type: "component", component: "shared.quote", repeatable: true },
    zone: { type: "dynamiczone", components: ["shared.quote"] },
  },
  { "shared.quote": { by: { type: "relation", relation: "oneToOne", target: "api::author.author" } } },
);

const check = (data: unknown, rules = CONTRACT_RULES) => checkReferences(schema, type, readData(data), rules, EMPTY);

describe("checkReferences", () => {
  it.each([
    { author: "lost" },
    { author: { documentId: "lost" } },
    { author: { connect: "lost" } },
    { tags: ["known", "lost"] },
    { tags: { set: ["lost"] } },
    { tags: { connect: ["known1", { documentId: "lost" }] } },
    { tags: { disconnect: ["lost"] } },
    { tags: { set: ["known"], connect: ["lost"] } },
    { tags: { connect: [{ documentId: "known", position: { before: "lost" } }] } },
    { tags: { connect: [{ documentId: "known", position: { after: { documentId: "lost" } } }] } },
    { picture: "lost" },
    { quotes: [{}, { by: "lost" }] },
    { quotes: ['{"by":"lost"}'] },
    { zone: [{ __component: "shared.quote", by: { set: ["lost"] } }] },
  ])("refuses %j", (data) => {
    const { code, message, details } = refusal(() => check(data));
    expect({ code, message, details }).toEqual({
      code: "validation",
      message: 'Document with id "lost", locale "null" not found',
      details: {},
    });
  });

  it.each([
    { author: ["lost", "known"] },
    { author: { set: ["lost", "known"] } },
    { picture: ["known", "lost"] },
    { zone: [{ __component: "shared.other", by: "lost" }] },
    { author: null, tags: true, picture: {} },
    { author: { name: "lost" }, unknown: "lost" },
  ])("lets %j pass: what does not count is not looked up", (data) => {
    expect(() => check(data)).not.toThrow();
  });

  it("reads a text that begins with a number as a numeric id only where those are accepted", () => {
    expect(() => check({ author: "12abc" }, STRAPI_RULES)).not.toThrow();
    expect(refusal(() => check({ author: "12abc" })).message).toContain("12abc");
    expect(() => check({ picture: "12" })).not.toThrow();
  });

  it("looks documents up in the type that the attribute links to", () => {
    const asked: string[] = [];
    const exists = (uid: string, documentId: string) => asked.push(`${uid} ${documentId}`) > 0;
    checkReferences(schema, type, readData({ author: "a", tags: ["t"], picture: "f" }), CONTRACT_RULES, { exists });
    expect(asked).toEqual(["api::author.author a", "api::tag.tag t", "plugin::upload.file f"]);
  });
});
