import { describe, expect, it, onTestFinished } from "vitest";
import type { SchemaDefinition } from "../../../../../engine/internal.ts";
import { createGalley } from "../../../../../transport/galley.ts";
import { schemaOf } from "../../../../support/content/schema-of.ts";

const text = { type: "string" } as const;
const toAuthor = { type: "relation", relation: "oneToOne", target: "api::author.author" } as const;
const zone = { type: "dynamiczone", components: ["part.note", "part.text"] } as const;
const picture = { type: "component", component: "part.picture" } as const;

const SCHEMA: SchemaDefinition = schemaOf(
  {
    page: { dp: false, attributes: { zone, by: toAuthor } },
    author: { dp: false, attributes: { name: text, zone } },
  },
  {
    "part.picture": { caption: text, file: { type: "media" } },
    "part.note": { words: text, picture, by: toAuthor },
    "part.text": { words: text },
  },
);

const NOTE = { __component: "part.note", words: "w", picture: { caption: "c" } };

interface Body {
  readonly data: readonly { readonly zone: readonly object[] }[] | null;
  readonly error?: { readonly message: string };
}

async function open(profile: "contract" | "strapi") {
  const galley = await createGalley({ schema: SCHEMA, profile, open: true });
  onTestFinished(() => galley.close());
  const author = await galley.documents("api::author.author").create({ data: { name: "Ann", zone: [NOTE] } });
  const notes = [
    { ...NOTE, by: author.documentId },
    { __component: "part.text", words: "t" },
  ];
  await galley.documents("api::page.page").create({ data: { by: author.documentId, zone: notes } });
  return async (query: string) => {
    const response = await galley.fetch(`/api/pages?${query}`);
    const { data, error } = (await response.json()) as Body;
    return { status: response.status, shown: data?.[0], message: error?.message };
  };
}

const BARE = { id: expect.any(Number), words: "w", __component: "part.note" };
const PICTURE = { id: expect.any(Number), caption: "c" };
const NOTHING = { ...BARE };

describe.each(["contract", "strapi"] as const)("below on of a dynamic zone, in profile %s", (profile) => {
  const inContract = profile === "contract";

  const wholeBy = { ...BARE, by: expect.objectContaining({ name: "Ann" }) };

  /** Forms that clients write, and Strapi refuses. */
  it.each([
    ["[populate]=true", NOTHING, "true"],
    ["[populate]=1", NOTHING, "1"],
    ["[populate]=false", NOTHING, "false"],
    ["[populate]=picture,by", { ...wholeBy, picture: PICTURE }, "picture,by at zone"],
    ["[populate][0]=picture, by", { ...wholeBy, picture: PICTURE }, "picture, by at zone"],
    ["[populate][by]=*", wholeBy, "zone at zone.by.zone"],
    ["[populate][picture][populate]=true", { ...BARE, picture: PICTURE }, "true"],
    ["[populate][by][populate][zone][on][part.note][populate]=true", { by: { zone: [BARE] } }, "true"],
  ])("%s", async (form, note, refused) => {
    const ask = await open(profile);
    const { status, shown, message } = await ask(`populate[zone][on][part.note]${form}`);
    if (inContract) expect(shown?.zone[0]).toMatchObject(note);
    else expect([status, message]).toEqual([400, `Invalid key ${refused}`]);
  });

  it.each([
    ["[populate]=picture", { ...BARE, picture: PICTURE }],
    ["[fields]=words&populate[zone][on][part.note][populate]=picture", { ...BARE, picture: PICTURE }],
    ["[count]=true", NOTHING],
    ["[sort]=words:desc", NOTHING],
    ["[filters][by][name]=Ann", NOTHING],
  ])("%s", async (form, note) => {
    const ask = await open(profile);
    const { status, shown } = await ask(`populate[zone][on][part.note]${form}`);
    expect(status).toBe(200);
    const [first = {}, ...others] = shown?.zone ?? [];
    expect(others).toEqual([]);
    expect(first).toMatchObject(note);
    if ("words" in note) expect(Object.keys(first).sort()).toEqual(Object.keys(note).sort());
  });

  it.each([
    ["[populate]=deeper", "Invalid key deeper"],
    ["[nope]=true", "Invalid key nope at zone"],
    ["=picture", "Invalid key picture at zone.picture"],
    ["[0]=picture", "Invalid key picture at zone.picture"],
    ["[count]=some", "Invalid key count at zone"],
    ["[populate][picture]=caption", "Invalid key caption at zone.picture.caption"],
    ["[on][part.nope]=true", "Invalid key part.nope at zone.on[part.note].on.part.nope"],
  ])("%s is refused", async (form, message) => {
    const ask = await open(profile);
    expect(await ask(`populate[zone][on][part.note]${form}`)).toMatchObject({ status: 400, message });
  });

  it("on is refused for an attribute that is no zone", async () => {
    const ask = await open(profile);
    expect(await ask("populate[by][on][part.note]=true")).toMatchObject({
      status: 400,
      message: inContract
        ? "Invalid key part.note at by.on.part.note"
        : 'Using fragments is not permitted to populate "by" in "api::page.page"',
    });
  });
});

describe("* as the options of what a user has, in profile strapi", () => {
  it("shows it as true does", async () => {
    const galley = await createGalley({
      schema: SCHEMA,
      profile: "strapi",
      open: true,
      users: {},
      tokens: [{ name: "full", token: "full", access: "full-access" }],
    });
    onTestFinished(() => galley.close());
    await galley.documents("plugin::users-permissions.user").create({
      data: { username: "ann", email: "ann@example.org", password: "secret1" },
    });
    const roles = await galley.documents("plugin::users-permissions.role").findMany({});
    expect(roles.length).toBeGreaterThan(0);
    const ask = async (query: string) => {
      const response = await galley.fetch(`/api/users?${query}`, { headers: { authorization: "Bearer full" } });
      return { status: response.status, body: await response.json() };
    };
    expect(await ask("populate[role]=*")).toEqual(await ask("populate[role]=true"));
  });
});
