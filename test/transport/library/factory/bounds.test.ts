import { describe, expect, it } from "vitest";
import type { SchemaDefinition } from "../../../../engine/internal.ts";
import { createGalley } from "../../../../transport/galley.ts";

const info = { singularName: "thing", pluralName: "things", displayName: "Thing" } as const;
const thing = (attributes: object, components: object = {}) =>
  ({ components, contentTypes: { "api::thing.thing": { info, attributes } } }) as SchemaDefinition;

const make = async (schema: SchemaDefinition): Promise<unknown> => {
  await using galley = await createGalley({ schema });
  return await galley.make("api::thing.thing" as never);
};

describe("a factory ends", () => {
  it("with an error for required components that double with each level", async () => {
    const component = (level: number) => ({ type: "component", component: `deep.l${level}`, required: true });
    const both = (level: number) => ({ one: component(level), other: component(level) });
    const levels = Array.from({ length: 16 }, (_, at) => [
      `deep.l${at}`,
      { info: { displayName: "l" }, attributes: at === 15 ? { text: { type: "string" } } : both(at + 1) },
    ]);
    const schema = thing(both(0), Object.fromEntries(levels));
    await expect(make(schema)).rejects.toThrow(/needs more than 2000 components/);
  });

  it.each([
    ["that is long", "abcdefghij".repeat(10_000)],
    ["with repetitions of repetitions", "^(?:(?:a{900}){900}){900}$"],
  ])("with a short error for a pattern %s", async (_what, regex) => {
    const error: unknown = await make(thing({ code: { type: "string", regex } })).catch((reason: unknown) => reason);
    expect(String(error)).toContain("has no value that can be made");
    expect(String(error).length).toBeLessThan(1_000);
  });

  it("with a value for a long pattern that has one", async () => {
    const codes = Array.from({ length: 3_000 }, (_, at) => `code-${at}`);
    const made = await make(thing({ code: { type: "string", regex: `^(?:${codes.join("|")})$` } }));
    expect(codes).toContain(Object(made).code);
  });
});
