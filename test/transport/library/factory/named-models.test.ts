import { describe, expect, it } from "vitest";
import { createGalley } from "../../../../transport/galley.ts";

type Attributes = { readonly [name: string]: { readonly type: string; readonly [option: string]: unknown } };

const string = { type: "string" };
const phone = /^\+\d{2,3} [\d ]{9,13}$/;

const typeOf = (name: string, attributes: Attributes) => ({
  info: { singularName: name, pluralName: `${name}s`, displayName: name },
  attributes,
});

const open = (attributes: Attributes, { name = "thing", components = {} } = {}) =>
  createGalley({
    schema: {
      tolerant: true,
      components,
      contentTypes: { [`api::${name}.${name}`]: typeOf(name, attributes) },
    } as never,
    clock: "2026-05-05T10:00:00.000Z",
    ids: "sequential",
  });

// biome-ignore lint/suspicious/noExplicitAny: entries of any shape
type Entries = readonly any[];

async function made(name: string, attributes: Attributes, count = 20): Promise<Entries> {
  await using galley = await open(attributes, { name });
  return (await galley.make(name as never, count as never)) as never;
}

/** Two components in each of a few entries. */
async function inComponents(uid: string, attributes: Attributes): Promise<Entries> {
  const components = { [uid]: { info: { displayName: "part" }, attributes } };
  await using galley = await open({ parts: { type: "component", component: uid, repeatable: true } }, { components });
  await galley.make("thing" as never, 4 as never);
  const entries = await galley.documents("api::thing.thing" as never).findMany({ populate: "*" } as never);
  return (entries as Entries).flatMap(({ parts }) => parts);
}

describe("a generated text says what its name and those beside it say", () => {
  it.each<[string, RegExp, string?]>([
    ["phone2", phone],
    ["phoneAlt", phone],
    ["whatsappNumber", phone],
    ["heroDescriptionMobile", /^[A-Z][a-z ]+\.$/],
    ["businessName", /^[A-Z][a-z]+ [A-Z][a-z]+$/],
    ["discount", /^\d+%$/],
    ["leadTime", /^\d days$/],
    ["apiKey", /^[a-z0-9]{16}$/],
    ["ingredients", /^[a-z ]+(, [a-z ]+)*$/],
    ["telegram", /^https:\/\/example\.org\//],
    ["mapEmbedCode", /^<iframe src="https:\/\/example\.org\/.*<\/iframe>$/],
    ["name", /^[A-Z][a-z]+ [A-Z][a-z]+$/, "inquiry"],
    ["name", /^[A-Z][a-z]+ [A-Z][a-z]+$/, "service-provider"],
    ["name", /^[A-Z][a-z]+ [a-z]+$/, "vehicle"],
    ["bio", /^[A-Z].+\. [A-Z].+\.$/, "team-member"],
  ])("%s: %s", async (name, form, type = "thing") => {
    for (const entry of await made(type, { [name]: string })) expect(entry[name]).toMatch(form);
  });

  it("a state lies in a country where there is an address", async () => {
    for (const { city, state } of await made("office", { city: string, state: string })) {
      expect(state).not.toMatch(/^(open|active|done)$/);
      if (city === "Munich") expect(state).toBe("Bavaria");
    }
    for (const { state } of await made("task", { state: string })) expect(state).toMatch(/^(open|active|done)$/);
  });

  it("a label is of a button where it leads somewhere, and counts where there is a value", async () => {
    for (const { label } of await inComponents("shared.call", { label: string, href: string })) {
      expect(label).toMatch(/^(Read|Learn|Get|Contact|Sign|See|Book|Subscribe)/);
    }
    const [first, second] = await inComponents("shared.stat", { label: string, value: string });
    expect([first.label, second.label]).toEqual(["Happy guests", "Projects"]);
    expect(first.value).toMatch(/\d/);
  });

  it("a menu has pages, and steps are counted", async () => {
    const [home, next] = await inComponents("nav.item", { title: string, url: string });
    expect([home.title, next.title]).toEqual(["About", "Services"]);
    const steps = await inComponents("shared.process-step", { number: string, stepNumber: { type: "integer" } });
    expect(steps.slice(0, 3)).toMatchObject([
      { number: "01", stepNumber: 1 },
      { number: "02", stepNumber: 2 },
      { number: "01", stepNumber: 1 },
    ]);
  });

  it("the folder of a component says nothing about what is in it", async () => {
    for (const { title } of await inComponents("sections.hero", { title: string })) {
      expect(title).toMatch(/ .* | \w+ /);
    }
  });
});

describe("generated values of one entry fit each other", () => {
  it.each(["uid", "string"])("a slug of type %s is its title's, without a targetField too", async (type) => {
    for (const { title, slug } of await made("page", { slug: { type }, title: string })) {
      expect(slug).toMatch(new RegExp(`^${title.toLowerCase().replaceAll(" ", "-")}-\\d+$`));
    }
  });

  it("letters with marks are letters in slugs", async () => {
    const names = await made("district", { name: string, slug: { type: "uid", targetField: "name" } });
    expect(names.find(({ name }) => name === "Skåne")?.slug).toMatch(/^skane-\d+$/);
  });

  it("a total is price times quantity, and an old price no lower than the new one", async () => {
    const decimal = { type: "decimal" };
    const attributes = { unitPrice: decimal, quantity: { type: "integer" }, totalPrice: decimal };
    for (const { unitPrice, quantity, totalPrice } of await made("order-item", attributes)) {
      expect(quantity).toBeLessThanOrEqual(5);
      expect(totalPrice).toBeCloseTo(unitPrice * quantity, 2);
    }
    for (const { price, originalPrice } of await made("product", { price: decimal, originalPrice: decimal })) {
      expect(price).toBeLessThanOrEqual(originalPrice);
    }
    await using galley = await open(attributes, { name: "line" });
    expect(await galley.make("line" as never, { totalPrice: 7 } as never)).toMatchObject({ totalPrice: 7 });
  });

  it("numbers are as large as what they count", async () => {
    const integer = { type: "integer" };
    const attributes = { price: integer, bedrooms: integer, points: integer, readTime: integer };
    for (const { price, bedrooms, points, readTime } of await made("property", attributes)) {
      expect([price >= 90_000, price % 500, bedrooms <= 5, points <= 12, readTime <= 15]).toEqual([
        true,
        0,
        true,
        true,
        true,
      ]);
    }
  });
});
