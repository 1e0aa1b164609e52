import { expect, it } from "vitest";
import { JournalStorage } from "../../../storage/internal.ts";
import { createGalley } from "../../../transport/galley.ts";
import { BLOG } from "../../support/content/blog.ts";
import { newFolder } from "../../support/folder.ts";

const TOKEN = "a-token-of-this-test-alone-0123456789";

it.each([
  ["the first", 0, 200],
  ["the last", "9999-12-31T23:59:59.999Z", 200],
  ["one before the first", -1, 400],
  ["one behind the last", 8.64e15, 400],
])("opens what was written at %s time that can be stored", async (_which, set, status) => {
  const folder = await newFolder();
  const open = () =>
    createGalley({
      schema: BLOG,
      storage: new JournalStorage(`${folder}/data`),
      control: { token: TOKEN },
      open: true,
    });
  const galley = await open();
  const body = JSON.stringify({ set });
  const headers = { "content-type": "application/json", authorization: `Bearer ${TOKEN}` };
  expect((await galley.fetch("/__galley/clock", { method: "PATCH", headers, body })).status).toBe(status);
  const { createdAt } = await galley.documents("api::tag.tag").create({ data: { name: "a", slug: "a" } });
  await galley.close();
  const again = await open();
  expect(await again.documents("api::tag.tag").findFirst()).toMatchObject({ createdAt });
  await again.close();
});
