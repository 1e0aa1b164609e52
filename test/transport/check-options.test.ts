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

test("createGalley names every option that there is not, and every value that one may not have", async () => {
  const options = {
    schema: { contentTypes: {} },
    token: "secret",
    keepRequests: "all",
    jwtSecret: "short",
    rest: { maxLimit: "x", prefx: "/api" },
    graphql: { endpoint: "graphql" },
    bodyLimit: true,
  } as unknown as GalleyOptions;
  const error: unknown = await createGalley(options).catch((fault) => fault);
  expect(error).toMatchObject({ name: "ConfigError" });
  const { issues } = error as { readonly issues: readonly { readonly path: readonly string[] }[] };
  expect(issues.map(({ path }) => path.join(".")).sort()).toEqual([
    "bodyLimit",
    "graphql.endpoint",
    "jwtSecret",
    "keepRequests",
    "rest.maxLimit",
    "rest.prefx",
    "token",
  ]);
});

test("createGalley without a schema says what one is", async () => {
  await expect(createGalley({} as GalleyOptions)).rejects.toMatchObject({ issues: [{ path: ["schema"] }] });
});
