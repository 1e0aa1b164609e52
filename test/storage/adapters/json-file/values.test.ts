import { join } from "node:path";
import { expect, it } from "vitest";
import type { SchemaDefinition } from "../../../../engine/internal.ts";
import { JsonFileStorage } from "../../../../storage/internal.ts";
import { createGalley } from "../../../../transport/galley.ts";
import { schemaOf } from "../../../support/content/schema-of.ts";
import { newFolder } from "../../../support/folder.ts";

const EVERY_TYPE: SchemaDefinition = schemaOf(
  {
    thing: {
      attributes: {
        string: { type: "string" },
        text: { type: "text" },
        richtext: { type: "richtext" },
        blocks: { type: "blocks" },
        email: { type: "email" },
        password: { type: "password", encryption: { rounds: 4 } },
        uid: { type: "uid" },
        integer: { type: "integer" },
        biginteger: { type: "biginteger" },
        float: { type: "float" },
        decimal: { type: "decimal" },
        boolean: { type: "boolean" },
        date: { type: "date" },
        time: { type: "time" },
        datetime: { type: "datetime" },
        timestamp: { type: "timestamp" },
        enumeration: { type: "enumeration", enum: ["one", "two"] },
        json: { type: "json" },
        quote: { type: "component", component: "part.quote" },
        quotes: { type: "component", component: "part.quote", repeatable: true },
        zone: { type: "dynamiczone", components: ["part.quote", "part.person"] },
      },
    },
  },
  {
    "part.quote": { text: { type: "text" }, by: { type: "component", component: "part.person" } },
    "part.person": { name: { type: "string" }, born: { type: "date" } },
  },
);

const FULL = {
  string: "a",
  text: "",
  richtext: "# b",
  blocks: [{ type: "paragraph", children: [{ type: "text", text: "c" }] }],
  email: "d@example.org",
  password: "Secret-123",
  uid: "e",
  integer: -7,
  biginteger: "9223372036854775807",
  float: 1.5,
  decimal: 0.1,
  boolean: false,
  date: "2026-02-28",
  time: "12:30:00",
  datetime: "2026-02-28T12:30:00Z",
  timestamp: "2026-02-28T12:30:00.000Z",
  enumeration: "two",
  json: { any: ["thing", null] },
  quote: { text: "f", by: { name: "g", born: "1999-12-31" } },
  quotes: [{ text: "h" }, {}],
  zone: [
    { __component: "part.person", name: "i" },
    { __component: "part.quote", by: { name: "j" } },
  ],
};

it("opens again with values of every type, as the engine has stored them", async () => {
  const path = join(await newFolder(), "db.json");
  const galley = await createGalley({ schema: EVERY_TYPE, storage: new JsonFileStorage(path) });
  await galley.documents("api::thing.thing").create({ data: FULL, status: "published" });
  await galley.documents("api::thing.thing").create({ data: {} });
  const before = [...galley.engine.dump()];
  await galley.close();
  const again = await createGalley({ schema: EVERY_TYPE, storage: new JsonFileStorage(path) });
  const sorted = (changes: readonly unknown[]) => changes.map((change) => JSON.stringify(change)).sort();
  expect(sorted([...again.engine.dump()])).toEqual(sorted(before));
  expect(before.filter(({ kind }) => kind === "put")).toHaveLength(3);
  await again.close();
});
