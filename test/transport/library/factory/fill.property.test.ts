import { expect, it } from "vitest";
import { createGalley } from "../../../../transport/galley.ts";
import { fillGalley } from "../../../../transport/library/factory/fill.ts";
import { linkedSchema } from "../../../arbitraries/linked-schema.ts";
import { fc } from "../../../support/fast-check.ts";

const locales = fc.constantFrom(["en"], ["en", "de"], { en: {}, fr: {}, de: { fallback: "en" } });

it("types that link to one another, to themselves and to anything can be filled, whatever their locales", async () => {
  await fc.assert(
    fc.asyncProperty(
      linkedSchema,
      locales,
      fc.constantFrom("contract", "strapi"),
      fc.integer({ min: 1, max: 6 }),
      async (schema, locales, profile, count) => {
        await using galley = await createGalley({ schema, locales, profile });
        expect(await fillGalley(galley, count)).toEqual([]);
      },
    ),
  );
});
