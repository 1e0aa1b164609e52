import { expect, it } from "vitest";
import { createGalley } from "../../../../transport/galley.ts";
import { constrainedSchema } from "../../../arbitraries/constrained-schema.ts";
import { fc } from "../../../support/fast-check.ts";
import { withJson } from "../../../support/requests/json.ts";

const NAMES = ["alpha", "beta", "gamma"];
const runs = { numRuns: Number(process.env.GALLEY_FACTORIES ?? 25) };

it("whatever is made passes validation and can be published, in both profiles", async () => {
  await fc.assert(
    fc.asyncProperty(constrainedSchema, fc.constantFrom("contract", "strapi"), async (schema, profile) => {
      await using galley = await createGalley({ schema, profile });
      for (const name of NAMES) {
        const made = await galley.make(name, 3);
        expect(made).toHaveLength(3);
        const documents = galley.documents(`api::${name}.${name}`);
        if (schema.contentTypes[`api::${name}.${name}`]?.options?.draftAndPublish) {
          const { documentId } = await galley.make(name, { status: "draft" });
          const { entries } = await documents.publish({ documentId: String(documentId) });
          expect(entries).toHaveLength(1);
        }
      }
    }),
    runs,
  );
});

it("whatever is built is taken by POST", async () => {
  const tokens = [{ name: "all", token: "all", access: "full-access" }] as const;
  await fc.assert(
    fc.asyncProperty(constrainedSchema, async (schema) => {
      await using galley = await createGalley({ schema, tokens });
      for (const name of NAMES) {
        const hasDrafts = schema.contentTypes[`api::${name}.${name}`]?.options?.draftAndPublish;
        const data = { ...(await galley.build(name)), ...(hasDrafts && { status: "published" }) };
        const answer = await galley.fetch(`/api/${name}s`, withJson("POST", { data }, { authorization: "Bearer all" }));
        expect([answer.status, answer.ok || (await answer.text())]).toEqual([201, true]);
      }
    }),
    runs,
  );
});

it("the same is made in every run", async () => {
  await fc.assert(
    fc.asyncProperty(constrainedSchema, async (schema) => {
      const made = await Promise.all(
        [1, 2].map(async () => {
          await using galley = await createGalley({ schema, clock: () => 0, ids: "sequential" });
          const lists = [];
          for (const name of NAMES) lists.push(await galley.make(name, 2));
          return [lists, await galley.build("alpha", 2)];
        }),
      );
      expect(made[0]).toEqual(made[1]);
    }),
    { numRuns: 10 },
  );
});
