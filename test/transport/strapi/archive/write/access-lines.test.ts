import { expect, it } from "vitest";
import { defineSchema } from "../../../../../engine/internal.ts";
import { createGalley } from "../../../../../transport/galley.ts";
import { withAccessTypes } from "../../../../../transport/strapi/archive/access-types.ts";
import { accessLines } from "../../../../../transport/strapi/archive/write/access-lines.ts";
import { NOTE, SMALL_DEFINITION } from "../../../../support/content/small-archive.ts";

const schema = defineSchema(withAccessTypes(SMALL_DEFINITION));
const NOW = "2024-01-01T00:00:00.000Z";

it("describes the configured permissions for roles of the content that have none", async () => {
  const galley = await createGalley({ schema });
  await galley.documents("plugin::users-permissions.role").create({ data: { name: "Public", type: "public" } });
  const { rows, links } = accessLines(galley.engine, { roles: { public: { note: ["find", "publish"] } } }, NOW);
  const granted = rows.filter(({ data }) => String(data.action).startsWith("api::"));
  expect(granted.map(({ data }) => data.action)).toEqual([`${NOTE}.find`]);
  expect(rows.filter(({ data }) => data.type !== undefined)).toMatchObject([
    { id: 2, data: { type: "authenticated" } },
  ]);
  expect(links.at(-1)?.right).toMatchObject({ ref: 1 });
});

it("leaves permissions to content that has some", async () => {
  const galley = await createGalley({ schema });
  await galley.documents("plugin::users-permissions.permission").create({ data: { action: `${NOTE}.find` } });
  expect(accessLines(galley.engine, { roles: { public: { note: ["create"] } } }, NOW)).toEqual({ rows: [], links: [] });
});

it("grants both roles to read what is open to everyone", async () => {
  const galley = await createGalley({ schema });
  const { rows } = accessLines(galley.engine, { roles: { public: { note: ["create"] } }, open: true }, NOW);
  const granted = rows.map(({ data }) => String(data.action)).filter((action) => action.startsWith(NOTE));
  expect(granted).toEqual(["find", "findOne", "find", "findOne", "create"].map((action) => `${NOTE}.${action}`));
});
