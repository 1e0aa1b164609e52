import { expect, test } from "vitest";
import { createGalley, type GalleyOptions } from "../../transport/galley.ts";

test("createGalley names every choice that there is not", async () => {
  // What a program in JavaScript may give.
  const options = { schema: { contentTypes: {} }, profile: "strapy", storage: "data" } as unknown as GalleyOptions;
  await expect(createGalley(options)).rejects.toMatchObject({
    name: "ConfigError",
    issues: [
      { path: ["profile"], message: "must be one of contract, strapi" },
      { path: ["storage"], message: expect.stringContaining("must be a storage") },
    ],
  });
});
