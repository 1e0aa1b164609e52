import { expect, it } from "vitest";
import type { Galley } from "../../../../transport/galley.ts";
import { schemaOf } from "../../../support/content/schema-of.ts";
import { openGalley } from "../../../support/servers/open-galley.ts";

const SCHEMA = schemaOf(
  {
    post: {
      dp: false,
      attributes: {
        title: { type: "string" },
        extra: { type: "json" },
        usual: { type: "json", default: { of: "all" } },
        content: { type: "blocks" },
        part: { type: "component", component: "shared.part" },
      },
    },
  },
  { "shared.part": { extra: { type: "json" } } },
);

const CONTENT = [{ type: "paragraph", children: [{ type: "text", text: "Bread" }] }];
const DATA = { title: "Bread", extra: { list: [1, { deep: true }] }, content: CONTENT, part: { extra: [[1]] } };

const start = (): Promise<Galley> => openGalley({ schema: SCHEMA as never, open: true });

/** Changes every list and every object within an entry. */
function spoil(value: unknown): void {
  if (typeof value !== "object" || value === null) return;
  for (const member of Object.values(value)) spoil(member);
  if (Array.isArray(value)) value.push("spoiled");
  else (value as { [name: string]: unknown }).spoiled = true;
}

const params = { populate: "*" };

const uid = "api::post.post";
const create = (galley: Galley, data: object) => galley.documents(uid).create({ ...params, data } as never);

const READS: { readonly [name: string]: (galley: Galley, documentId: string) => unknown } = {
  findMany: (galley) => galley.documents(uid).findMany(params as never),
  findOne: (galley, documentId) => galley.documents(uid).findOne({ ...params, documentId } as never),
  update: (galley, documentId) => galley.documents(uid).update({ ...params, documentId, data: {} } as never),
  "a fork": (galley) =>
    galley
      .fork()
      .documents(uid)
      .findMany(params as never),
  "a hook": async (galley) => {
    galley.use({ actions: ["findMany"] }, async (context, next) => {
      context.params.filters = { title: { $eq: "Bread" } };
      const found = await next();
      spoil(found);
      return found;
    });
    await galley.fetch("/api/posts?populate=*");
  },
  "a guard": async (galley) => {
    galley.guard((_, view) => spoil(view.findMany("post", params)));
    await create(galley, { title: "Tea" });
  },
  "a listener": (galley, documentId) =>
    new Promise((resolve) => {
      galley.on("entry.update", (event) => resolve(event.entry()));
      void galley.documents(uid).update({ documentId, data: { title: "Bread" } } as never);
    }),
};

it.each(Object.keys(READS))("an entry of %s belongs to its reader, who cannot change what is stored", async (name) => {
  const galley = await start();
  const { documentId } = (await create(galley, DATA)) as { documentId: string };
  const read = async () => {
    const entry = await galley.documents(uid).findOne({ ...params, documentId } as never);
    const { extra, usual, content, part } = entry as unknown as never;
    return JSON.stringify([extra, usual, content, part]);
  };
  const before = await read();
  spoil(await READS[name]?.(galley, documentId));
  expect(await read()).toBe(before);
  expect(await create(galley, { title: "Tea" })).toHaveProperty("usual", { of: "all" });
});
