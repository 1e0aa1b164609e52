import { describe, expect, it } from "vitest";
import { createGalley, EngineError, SeedError } from "../../../../transport/galley.ts";
import { BLOG } from "../../../support/content/blog.ts";
import { schemaOf } from "../../../support/content/schema-of.ts";
import { withJson } from "../../../support/requests/json.ts";

/** The types say nothing to programs in JavaScript. */
const ANY = { contentTypes: BLOG.contentTypes as object, components: BLOG.components as object } as never;

async function faultOf(work: () => Promise<unknown>): Promise<Error> {
  const thrown: unknown = await work().catch((error: unknown) => error);
  if (thrown instanceof Error) return thrown;
  throw new Error(`Not refused: ${JSON.stringify(thrown)}`);
}

describe("a name that no attribute has", () => {
  it.each(["contract", "strapi"] as const)(
    "is refused in what is made in the profile %s, and nothing is written",
    async (profile) => {
      await using galley = await createGalley({ schema: ANY, profile });
      for (const work of [
        () => galley.make("post", { titel: "Bread" }),
        () => galley.build("post", { titel: "Bread" }),
        () => galley.make("post", 2, { titel: "Bread" }),
      ]) {
        const error = await faultOf(work);
        expect(error).toBeInstanceOf(EngineError);
        expect(error.message).toBe("titel: is not an attribute of api::post.post: did you mean title?");
      }
      expect(galley.engine.number).toBe(0);
    },
  );

  it("is refused in the data of documents in the contract profile, every one with its place", async () => {
    await using galley = await createGalley({ schema: ANY });
    const posts = galley.documents("api::post.post" as never) as unknown as ReturnType<typeof galley.documents>;
    const data = { tilte: "Bread", seo: { metaTitel: "x", links: [{ url: "/a" }, { ulr: "/b" }] }, zzz: 1 };
    const error = await faultOf(() => posts.create({ data }));
    expect(error).toMatchObject({
      code: "validation",
      details: {
        errors: [
          { path: ["tilte"] },
          { path: ["seo", "metaTitel"] },
          { path: ["seo", "links", "1", "ulr"] },
          { path: ["zzz"] },
        ],
      },
    });
    expect(error.message).toBe(`4 errors occurred:
  tilte: is not an attribute of api::post.post: did you mean title?
  seo.metaTitel: is not an attribute of shared.seo: did you mean metaTitle?
  seo.links.1.ulr: is not an attribute of shared.link: did you mean url?
  zzz: is not an attribute of api::post.post`);
    const { documentId } = await posts.create({ data: { title: "Bread" } });
    expect(
      (await faultOf(() => posts.update({ documentId: String(documentId), data: { titel: "x" } }))).message,
    ).toContain("titel: is no");
    expect(
      (await faultOf(() => posts.clone({ documentId: String(documentId), data: { titel: "x" } }))).message,
    ).toContain("titel: is no");
  });

  it("is none that an entry has when it is read", async () => {
    await using galley = await createGalley({ schema: BLOG });
    const posts = galley.documents("api::post.post");
    const ada = await galley.make("author", { name: "Ada" });
    const { documentId } = await posts.create({ data: { title: "Bread", author: ada.documentId } });
    const read = await posts.findOne({ documentId, populate: { author: true, seo: true } });
    const data = { ...read, title: "Cake" } as never;
    expect(await posts.update({ documentId, data })).toMatchObject({ title: "Cake" });
  });

  it("is left out of documents in the profile strapi, as Strapi leaves it out", async () => {
    await using galley = await createGalley({ schema: ANY, profile: "strapi" });
    const posts = galley.documents("api::post.post" as never) as unknown as ReturnType<typeof galley.documents>;
    expect(await posts.create({ data: { title: "Bread", titel: "x" } })).toMatchObject({ title: "Bread" });
  });

  it("is refused in a seed with the place of its entry", async () => {
    const seed = { post: [{ title: "Bread" }, { titel: "x" }] } as never;
    const error = await faultOf(() => createGalley({ schema: ANY, seed }));
    expect(error).toBeInstanceOf(SeedError);
    expect(error.message).toContain("post.1.titel: is not an attribute of api::post.post: did you mean title?");
  });
});

describe("the message of a write that fails", () => {
  it("reports every fault with its place", async () => {
    await using galley = await createGalley({ schema: ANY });
    const posts = galley.documents("api::post.post" as never) as unknown as ReturnType<typeof galley.documents>;
    const error = await faultOf(() => posts.create({ data: { title: 5, views: "many" } }));
    expect(error.message.split("\n")).toEqual([
      "2 errors occurred:",
      expect.stringMatching(/^ {2}title must be a/),
      expect.stringMatching(/^ {2}views must be a/),
    ]);
    expect((await faultOf(() => galley.make("post", { title: 5, views: "many" }))).message).toBe(error.message);
    await galley.make("category", { name: "Sweet" });
    const taken = await faultOf(() =>
      galley.documents("api::category.category" as never as string).create({ data: { name: "Sweet" } }),
    );
    expect(taken.message).toBe("name: This attribute must be unique");
  });

  it("is of twenty faults at most, and says how many more there are; an answer has their number", async () => {
    const attributes = Object.fromEntries(
      Array.from({ length: 30 }, (_, at) => [`a${at}`, { type: "integer" } as const]),
    );
    const schema = schemaOf({ thing: { dp: false, attributes } }) as never;
    const roles = { public: { thing: ["create"] } } as const;
    await using galley = await createGalley({ schema, roles });
    const data = Object.fromEntries(Object.keys(attributes).map((name) => [name, "x"]));
    const { message } = await faultOf(() => galley.make("thing", data));
    expect(message.split("\n")).toHaveLength(22);
    expect(message).toMatch(/\n {2}and 10 more$/);
    const answer = await galley.fetch("/api/things", withJson("POST", { data }));
    expect(await answer.json()).toMatchObject({ error: { message: "30 errors occurred" } });
  });
});
