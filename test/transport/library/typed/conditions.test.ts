import { expect, expectTypeOf, it } from "vitest";
import { createGalley, defineSchema } from "../../../../transport/galley.ts";

const schema = defineSchema({
  contentTypes: {
    "api::event.event": {
      info: { singularName: "event", pluralName: "events", displayName: "Event" },
      options: { draftAndPublish: true },
      attributes: {
        online: { type: "boolean", default: false },
        url: { type: "string", required: true, conditions: { visible: { "==": [{ var: "online" }, true] } } },
      },
    },
  },
});

it("an attribute with a condition is required only where that is met", async () => {
  const galley = await createGalley({ schema, profile: "strapi" });
  const events = galley.documents("api::event.event");
  const { documentId, url } = await events.create({ data: {}, status: "published" });
  expectTypeOf(url).toEqualTypeOf<string | null>();
  expect(url).toBeNull();
  await events.update({ documentId, data: { online: true } });
  await expect(events.publish({ documentId })).rejects.toThrow("url must be a `string`");
  await events.update({ documentId, data: { url: "https://example.org" } });
  expect((await events.publish({ documentId })).entries).toHaveLength(1);
});
