import { describe, expect, it } from "vitest";
import { createGalley } from "../../../../transport/galley.ts";
import { fillGalley } from "../../../../transport/library/factory/fill.ts";

// biome-ignore lint/suspicious/noExplicitAny: entries of any shape
type Entries = readonly any[];

const info = { singularName: "thing", pluralName: "things", displayName: "thing" };

/** As Strapi's projects have it, `status` may be an attribute beside drafts. */
const open = (attributes: object, more: object = {}) =>
  createGalley({
    schema: { tolerant: true, contentTypes: { "api::thing.thing": { info, attributes, ...more } } } as never,
    ids: "sequential",
  });

describe("an attribute named status", () => {
  const status = { type: "enumeration", enum: ["new", "paid", "published"], default: "new" };

  it("keeps the value that is given, beside drafts and without them", async () => {
    await using drafts = await open({ status }, { options: { draftAndPublish: true } });
    expect(await drafts.make("thing" as never, { status: "paid" } as never)).toMatchObject({ status: "paid" });
    await using plain = await open({ status });
    expect(await plain.make("thing" as never, { status: "published" } as never)).toMatchObject({ status: "published" });
  });
});

describe("--fake", () => {
  const attributes = {
    status: { type: "enumeration", enum: ["new", "paid", "draft"], default: "new" },
    featured: { type: "boolean", default: false },
    order: { type: "integer", default: 0 },
    tags: { type: "json", default: [] },
    colour: { type: "string", default: "#000" },
  };

  it("gives the entries of a collection different values where a default makes all alike", async () => {
    await using galley = await open(attributes, { options: { draftAndPublish: true } });
    await fillGalley(galley as never, 20);
    const entries = (await galley.documents("api::thing.thing" as never).findMany({
      status: "published",
    } as never)) as Entries;
    expect(entries).toHaveLength(20);
    expect(new Set(entries.map((each) => each.status))).toEqual(new Set(["new", "paid"]));
    const featured = entries.filter((each) => each.featured).length;
    expect(featured > 0 && featured < 12).toBe(true);
    expect(entries.map(({ order }) => order)).toEqual(entries.map((_, at) => at + 1));
    for (const { tags, colour } of entries) expect([tags.length > 0, colour]).toEqual([true, "#000"]);
  });

  it("leaves a single type as its defaults have it", async () => {
    await using galley = await open(attributes, { kind: "singleType" });
    await fillGalley(galley as never, 20);
    const entry = await galley.documents("api::thing.thing" as never).findFirst();
    expect(entry).toMatchObject({ status: "new", featured: false, order: 0, tags: [] });
  });
});
