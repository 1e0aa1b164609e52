import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { createGalley } from "../../../../transport/galley.ts";
import { fillGalley } from "../../../../transport/library/factory/fill.ts";
import type { OwnFakes } from "../../../../transport/library/factory/own-fakes.ts";
import { newFolder } from "../../../support/folder.ts";
import { runHere, withServerHere } from "../../../support/servers/run-here.ts";

const NOW = "2026-05-05T10:00:00.000Z";
const YEAR = 366 * 86_400_000;

type Attributes = { readonly [name: string]: { readonly type: string; readonly [option: string]: unknown } };

const typeOf = (name: string, attributes: Attributes, kind = "collectionType") => ({
  kind,
  info: { singularName: name, pluralName: `${name}s`, displayName: name },
  attributes,
});

const open = (...types: readonly ReturnType<typeof typeOf>[]) =>
  createGalley({
    schema: {
      contentTypes: Object.fromEntries(
        types.map((type) => [`api::${type.info.singularName}.${type.info.singularName}`, type]),
      ),
    } as never,
    clock: NOW,
    ids: "sequential",
    open: true,
  });

async function made(name: string, attributes: Attributes, count = 40): Promise<readonly Record<string, unknown>[]> {
  await using galley = await open(typeOf(name, attributes));
  return (await galley.make(name, count)) as never;
}

// biome-ignore lint/suspicious/noExplicitAny: answers of any shape
const json = async (response: Response): Promise<any> => response.json();

const string = { type: "string" };

describe("a generated value is what the name of its attribute promises", () => {
  it.each<[string, RegExp, string?]>([
    ["email", /^[a-z]+\.[a-z]+\d+@example\.org$/],
    ["firstName", /^[A-Z][a-z]+$/],
    ["name", /^[A-Z][a-z]+ [A-Z][a-z]+$/, "author"],
    ["text", /^[A-Z].+\. [A-Z].+\.$/, "testimonial"],
    ["text", /^[A-Z][a-z ]+\.$/, "footer"],
    ["name", /^[A-Z][a-z]+ [a-z]+$/, "product"],
    ["personName", /^[A-Z][a-z]+ [A-Z][a-z]+$/],
    ["customer_name", /^[A-Z][a-z]+ [A-Z][a-z]+$/],
    ["instructor", /^[A-Z][a-z]+ [A-Z][a-z]+$/],
    ["name", /^[A-Z][a-z]+ [A-Z][a-z]+$/, "logo"],
    ["cityName", /^[A-Z][a-z]+$/],
    ["phone_number", /^\+\d{2,3} [\d ]{9,13}$/],
    ["address", /^\d+ [A-Z][a-z]+ (Lane|Road|Street|Avenue|Square|Hill|Row)$/],
    ["city", /^[A-Z][a-z]+$/],
    ["countryCode", /^[A-Z]{2}$/],
    ["postalCode", /^(\d{5}|\d{3} \d\d|[A-Z\d]{2,4} [A-Z\d]{3,4})$/],
    ["websiteUrl", /^https:\/\/example\.org\/[a-z-]+\d+$/],
    ["href", /^\/[a-z-]+-\d+$/],
    ["url", /^\/[a-z-]+-\d+$/, "menu-item"],
    ["slug", /^[a-z-]+-\d+$/],
    ["price", /^\d+\.\d{2}$/],
    ["currency", /^[A-Z]{3}$/],
    ["latitude", /^\d\d\.\d{5}$/],
    ["backgroundColor", /^#[0-9a-f]{6}$/],
    ["icon", /^[a-z]+$/],
    ["canonicalURL", /^https:\/\//],
    ["metaDescription", /^[A-Z].*\.$/],
    ["keywords", /^[a-z]+(, [a-z]+)*$/],
    ["source", /^\/[a-z-]+-\d+$/, "redirection"],
    ["destination", /^\/[a-z-]+-\d+$/, "redirection"],
    ["question", /\?$/],
    ["description", /^[A-Z][a-z]+( [a-z]+)+\.$/],
  ])("%s: %s", async (name, form, type = "thing") => {
    for (const entry of await made(type, { [name]: string })) expect(entry[name]).toMatch(form);
  });

  it.each<[string, string, number, number]>([
    ["lat", "float", 36, 60],
    ["longitude", "float", -9, 15],
    ["rating", "decimal", 1, 5],
    ["discount", "integer", 0, 100],
    ["price", "decimal", 5, 200],
    ["year", "integer", 1990, 2025],
    ["statusCode", "integer", 301, 302],
  ])("%s is a number in its range", async (name, type, low, high) => {
    for (const entry of await made("thing", { [name]: { type } })) {
      expect(entry[name]).toBeGreaterThanOrEqual(low);
      expect(entry[name]).toBeLessThanOrEqual(high);
    }
  });

  it("within limits and patterns, which decide before names do", async () => {
    const attributes = {
      email: { type: "string", regex: "^[a-z]{5}$" },
      rating: { type: "integer", min: 20, max: 30 },
      city: { type: "string", maxLength: 3 },
      url: { type: "string", unique: true },
      metaTitle: { type: "string", maxLength: 12 },
      metaDescription: { type: "text", minLength: 120, maxLength: 160 },
    };
    const entries = await made("thing", attributes);
    expect(new Set(entries.map(({ url }) => url)).size).toBe(40);
    for (const { email, rating, city, metaTitle, metaDescription } of entries) {
      expect(email).toMatch(/^[a-z]{5}$/);
      expect([rating, String(city).length <= 3]).toEqual([
        expect.toSatisfy((value) => value >= 20 && value <= 30),
        true,
      ]);
      // Whole words, and a sentence that ends.
      expect(metaTitle).toMatch(/^[A-Z][a-z]+( [a-z]+)*$/);
      expect(String(metaTitle).length).toBeLessThanOrEqual(12);
      expect(metaDescription).toMatch(/^[A-Z][a-z. A-Z]{118,158}\.$/);
    }
  });
});

describe("generated values of one entry", () => {
  it("are of one place", async () => {
    const string = { type: "string" };
    const attributes = {
      city: string,
      country: string,
      countryCode: string,
      phone: string,
      currency: string,
      timezone: string,
      lat: { type: "float" },
      latitude: string,
      coordinates: { type: "json" },
    };
    const entries = await made("venue", attributes);
    expect(new Set(entries.map(({ city }) => city)).size).toBeGreaterThan(8);
    for (const entry of entries) {
      const [code, currency] = {
        Germany: ["+49", "EUR"],
        France: ["+33", "EUR"],
        Ireland: ["+353", "EUR"],
        Sweden: ["+46", "SEK"],
        "United Kingdom": ["+44", "GBP"],
      }[String(entry.country)] as [string, string];
      expect(String(entry.phone).startsWith(code)).toBe(true);
      expect(entry.currency).toBe(currency);
      expect(Number(entry.latitude)).toBe(entry.lat);
      expect(entry.coordinates).toMatchObject({ lat: entry.lat });
      if (entry.city === "Paris") expect([entry.countryCode, entry.timezone]).toEqual(["FR", "Europe/Paris"]);
    }
  });

  it("are each different where they are a few: topics, choices, places in an order", async () => {
    const attributes = {
      name: { type: "string", unique: true },
      order: { type: "integer" },
      size: { type: "enumeration", enum: ["s", "m", "l", "xl"] },
    };
    const entries = await made("category", attributes);
    expect(new Set(entries.slice(0, 20).map(({ name }) => String(name))).size).toBe(20);
    for (const { name } of entries.slice(0, 20)) expect(name).toMatch(/^[A-Z][a-z]+$/);
    expect(entries.map(({ order }) => order)).toEqual(entries.map((_, at) => at + 1));
    expect(new Set(entries.slice(4, 8).map(({ size }) => size))).toEqual(new Set(["s", "m", "l", "xl"]));
  });

  it("are pages where a text fills one, and a line where it does not", async () => {
    const rich = { type: "richtext" };
    const attributes = {
      content: rich,
      description: rich,
      short: { ...rich, maxLength: 60 },
      text: { type: "blocks" },
    };
    for (const { content, description, short, text } of await made("post", attributes)) {
      expect(content).toMatch(/\n\n## [A-Z][^\n]+\n\n[\s\S]+\n- [A-Z]/);
      expect(description).toMatch(/^[A-Z][a-z ]+\.$/);
      expect(String(short).length).toBeLessThanOrEqual(60);
      expect((text as { type: string }[]).map(({ type }) => type)).toContain("list");
    }
  });

  it("are a line or two beside a picture, where a component has more", async () => {
    const rich = { type: "richtext" };
    const part = (attributes: Attributes) => ({ info: { displayName: "part" }, attributes });
    const whole = (component: string) => ({ type: "component", component });
    await using galley = await createGalley({
      schema: {
        components: { "blocks.hero": part({ text: rich }), "blocks.rich-text": part({ text: rich }) },
        contentTypes: {
          "api::page.page": typeOf("page", { hero: whole("blocks.hero"), prose: whole("blocks.rich-text") }),
        },
      } as never,
    });
    await galley.make("page", 10);
    for (const { hero, prose } of (await galley.documents("api::page.page").findMany({ populate: "*" })) as never as {
      [part: string]: { text: string } | null;
    }[]) {
      expect(hero?.text).toMatch(/^[A-Z][a-z ,]+\. [A-Z][a-z ,]+\.$/);
      expect(prose?.text).toContain("\n\n## ");
    }
  });

  it("end within days", async () => {
    const when = { type: "datetime" };
    const attributes = { startDate: when, endDate: when, from: { type: "date" }, to: { type: "date" } };
    for (const { startDate, endDate, from, to } of await made("event", attributes)) {
      const hours = (Date.parse(String(endDate)) - Date.parse(String(startDate))) / 3_600_000;
      expect([hours >= 1, hours <= 60]).toEqual([true, true]);
      expect(Date.parse(String(to)) - Date.parse(String(from))).toBeLessThanOrEqual(3 * 86_400_000);
    }
  });

  it("do not end before they start, whichever is given", async () => {
    const when = { type: "datetime" };
    const attributes = { startDate: when, endDate: when, minPrice: { type: "integer" }, maxPrice: { type: "integer" } };
    for (const { startDate, endDate, minPrice, maxPrice } of await made("event", attributes)) {
      expect(String(startDate) <= String(endDate)).toBe(true);
      expect(Number(minPrice)).toBeLessThanOrEqual(Number(maxPrice));
    }
    await using galley = await open(typeOf("event", attributes));
    const given = await galley.make("event", { startDate: "2040-01-01T00:00:00.000Z" } as never);
    expect(given).toMatchObject({ startDate: "2040-01-01T00:00:00.000Z", endDate: "2040-01-01T00:00:00.000Z" });
  });

  it("lie within two years before the clock, or ahead of it by name", async () => {
    const now = Date.parse(NOW);
    for (const entry of await made("thing", { date: { type: "date" }, deadline: { type: "datetime" } })) {
      const date = Date.parse(String(entry.date));
      expect([date <= now, date > now - 2 * YEAR, Date.parse(String(entry.deadline)) > now]).toEqual([
        true,
        true,
        true,
      ]);
    }
  });
});

describe("--fake", () => {
  const page = typeOf("page", { slug: { type: "string" }, title: { type: "string" }, picture: { type: "media" } });

  const filled = async (count: number, own: OwnFakes = {}) => {
    const galley = await open(page);
    expect(await fillGalley(galley as never, count, undefined, own)).toEqual([]);
    return galley;
  };

  it("spreads entries that only components are related to", async () => {
    const relation = { type: "relation", relation: "oneToOne", target: "api::plan.plan" };
    await using galley = await createGalley({
      schema: {
        components: { "page.plans": { info: { displayName: "plans" }, attributes: { plan: relation } } },
        contentTypes: {
          "api::home.home": typeOf("home", { zone: { type: "dynamiczone", components: ["page.plans"] } as never }),
          "api::plan.plan": typeOf("plan", { name: string }),
        },
      } as never,
      clock: NOW,
      ids: "sequential",
      open: true,
    });
    await fillGalley(galley as never, 5);
    const { data } = await json(await galley.fetch("/api/plans?sort=name"));
    expect(data.map(({ name }: { name: string }) => name)).toEqual([
      "Basic",
      "Business",
      "Premium",
      "Standard",
      "Starter",
    ]);
    for (const { createdAt } of data) expect(createdAt < "2026-05").toBe(true);
  });

  it("spreads entries over two years, the same in each run", async () => {
    await using galley = await filled(20);
    await using again = await filled(20);
    const { data } = await json(await galley.fetch("/api/pages"));
    expect(new Set(data.map(({ createdAt }: { createdAt: string }) => createdAt.slice(0, 7))).size).toBeGreaterThan(5);
    for (const { createdAt, updatedAt } of data) {
      expect(createdAt <= updatedAt && updatedAt <= NOW && createdAt > "2024-04").toBe(true);
    }
    expect((await json(await again.fetch("/api/pages"))).data).toEqual(data);
  });

  it("makes pictures with texts and four formats, whose files are there", async () => {
    await using galley = await filled(1);
    const { data } = await json(await galley.fetch("/api/pages?populate=picture"));
    const [{ picture }] = data;
    expect(picture).toMatchObject({
      alternativeText: expect.stringMatching(/\w/),
      caption: expect.stringMatching(/\.$/),
    });
    const words = picture.alternativeText.toLowerCase().replaceAll(" ", "-");
    expect(picture).toMatchObject({ name: `${words}-1.png`, url: `/uploads/${words}-1.png` });
    expect(Object.keys(picture.formats)).toEqual(["thumbnail", "small", "medium", "large"]);
    for (const { url, sizeInBytes } of Object.values<{ url: string; sizeInBytes: number }>(picture.formats)) {
      const response = await galley.fetch(url);
      expect([response.status, (await response.arrayBuffer()).byteLength]).toEqual([200, sizeInBytes]);
    }
  });

  it("takes values of the project's own", async () => {
    await using galley = await filled(2, { page: [{ slug: "home" }, { slug: "about" }, { title: "Third" }] });
    const { data } = await json(await galley.fetch("/api/pages"));
    expect(data).toMatchObject([{ slug: "home" }, { slug: "about" }, { title: "Third" }]);
    await using byPlace = await filled(2, { page: (place: number) => ({ slug: `p${place}` }) });
    expect(await (await byPlace.fetch("/api/pages")).json()).toMatchObject({ data: [{ slug: "p0" }, { slug: "p1" }] });
    await expect(filled(1, { pgae: [] })).rejects.toThrow("There is no content type pgae");
    await expect(filled(1, { page: "home" as never })).rejects.toThrow(
      "page must be an object, a list of objects or a function",
    );
  });

  it("finds fake.mjs beside the project, and takes --fake-with", async () => {
    const folder = await newFolder();
    const schema = join(folder, "src/api/page/content-types/page");
    await mkdir(schema, { recursive: true });
    await writeFile(join(schema, "schema.json"), JSON.stringify(page));
    await writeFile(join(folder, "fake.mjs"), 'export default { page: [{ slug: "homepage" }] };');
    await writeFile(join(folder, "other.json"), '{ "page": { "slug": "same" } }');
    const args = [".", "--fake", "2", "--open", "--data", "memory", "--port", "0"];
    const slugs = async (url: string) => {
      const { data } = await json(await fetch(`${url}/api/pages`));
      return data.map(({ slug }: { slug: string }) => slug);
    };
    await withServerHere(args, { folder }, async (_, url) => {
      expect(await slugs(url)).toEqual(["homepage", expect.stringMatching(/-2$/)]);
    });
    await withServerHere([...args, "--fake-with", "other.json"], { folder }, async (_, url) => {
      expect(await slugs(url)).toEqual(["same", "same"]);
    });
    const missing = await runHere([...args, "--fake-with", "none.mjs"], { folder });
    expect([missing.code, missing.errors]).toEqual([1, expect.stringContaining("there is no such file")]);
  });
});
