import { join } from "node:path";
import { expect, it } from "vitest";
import { type Entry, JournalStorage, JsonFileStorage, MemoryStorage, StorageError } from "../../../storage/internal.ts";
import type { ContentEvent, CreateOptions, Galley } from "../../../transport/galley.ts";
import { schemaOf } from "../../support/content/schema-of.ts";
import { eventually } from "../../support/eventually.ts";
import { newFolder } from "../../support/folder.ts";
import { withJson } from "../../support/requests/json.ts";
import { openGalley, SILENT } from "../../support/servers/open-galley.ts";
import { SharedLog } from "../../support/storage/shared-log.ts";

const SCHEMA = {
  ...schemaOf({
    post: {
      attributes: {
        title: { type: "string", required: true },
        secret: { type: "string", private: true },
        tags: { type: "relation", relation: "manyToMany", target: "api::tag.tag" },
      },
    },
    tag: { dp: false, pluginOptions: { i18n: { localized: true } }, attributes: { name: { type: "string" } } },
  }),
  locales: ["en", "fr"],
} as const;

const HEADERS = { authorization: "Bearer full" };
const logged: string[] = [];

const start = (options: Partial<CreateOptions<never>> = {}): Promise<Galley> =>
  openGalley({
    schema: { contentTypes: SCHEMA.contentTypes },
    locales: SCHEMA.locales,
    tokens: [{ name: "ci", token: "full", access: "full-access" }],
    logger: { ...SILENT, error: (_: object, message: string) => logged.push(message) },
    ...(options as object),
  });

async function call(galley: Galley, method: string, path: string, data?: object) {
  const response = await galley.fetch(path, withJson(method, data && { data }, HEADERS));
  expect(response.status).toBeLessThan(300);
  return response.status === 204 ? null : ((await response.json()) as { data: { documentId: string } }).data;
}

/** Keeps the bodies of appended entries. */
class RecordingStorage extends MemoryStorage {
  readonly bodies: Entry["body"][] = [];

  override append(expected: number, batch: readonly Entry[]) {
    this.bodies.push(...batch.map(({ body }) => body));
    return super.append(expected, batch);
  }
}

const briefly = ({ event, model }: ContentEvent) => `${event} ${model}`;

it("tells every kind of write once for each document, locale and cause, in order", async () => {
  const galley = await start();
  const heard: ContentEvent[] = [];
  galley.on("*", (event) => heard.push(event));
  const posts = galley.documents("api::post.post");
  const documentId = String((await posts.create({ data: { title: "a" } })).documentId);
  await posts.update({ documentId, data: { title: "b" }, status: "published" });
  await posts.discardDraft({ documentId });
  await posts.unpublish({ documentId });
  await posts.unpublish({ documentId });
  const copy = await posts.clone({ documentId, data: {} });
  await posts.delete({ documentId });
  await posts.delete({ documentId });
  const tag = await galley.documents("api::tag.tag").create({ data: { name: "x" } });
  await galley
    .documents("api::tag.tag")
    .update({ documentId: String(tag.documentId), locale: "fr", data: { name: "y" } });
  await eventually(() => expect(heard).toHaveLength(9));
  expect(heard.map(briefly)).toEqual([
    "entry.create post",
    "entry.update post",
    "entry.publish post",
    "entry.draft-discard post",
    "entry.unpublish post",
    "entry.create post",
    "entry.delete post",
    "entry.create tag",
    "entry.create tag",
  ]);
  expect(copy.documentId).not.toBe(documentId);
  expect(heard.slice(-2).map(({ locale }) => locale)).toEqual(["en", "fr"]);
  expect(heard[1]?.commit).toBe(heard[2]?.commit);
  expect(heard[0]?.commit).not.toBe(heard[1]?.commit);
  expect({ ...heard[0] }.commit).toBe(heard[0]?.commit);
});

it("shows entries without what is private, and those that are gone as they were", async () => {
  const galley = await start();
  const heard: ContentEvent[] = [];
  galley.on("entry.*", (event) => heard.push(event));
  const tag = await galley.documents("api::tag.tag").create({ data: { name: "x" } });
  const { documentId } = (await call(galley, "POST", "/api/posts?status=published", {
    title: "a",
    secret: "s",
    tags: [tag.documentId],
  })) ?? { documentId: "" };
  await eventually(() => expect(heard).toHaveLength(3));
  expect(heard[2]?.entry()).toMatchObject({ title: "a", publishedAt: expect.any(String), tags: [{ name: "x" }] });
  expect(heard[2]?.entry()).not.toHaveProperty("secret");
  expect(heard[2]?.by).toEqual({ kind: "token", name: "ci" });
  expect(heard[0]?.by).toEqual({ kind: "process" });
  await call(galley, "DELETE", `/api/posts/${documentId}`);
  await eventually(() => expect(heard).toHaveLength(4));
  expect(heard[3]?.entry()).toMatchObject({ documentId, title: "a" });
  expect(heard[3]?.entry()).not.toHaveProperty("secret");
  expect(heard[1]?.entry()).toBeNull();
});

it("calls listeners one after another, and goes on after one that throws", async () => {
  const galley = await start();
  const heard: string[] = [];
  galley.on("entry.create", async () => {
    heard.push("begin");
    await new Promise((resolve) => setTimeout(resolve, 5));
    heard.push("end");
    throw new Error("on purpose");
  });
  const off = galley.on("entry.create", () => void heard.push("second"));
  await galley.documents("api::tag.tag").create({ data: { name: "x" } });
  await galley.documents("api::tag.tag").create({ data: { name: "y" } });
  await eventually(() => expect(heard).toEqual(["begin", "end", "second", "begin", "end", "second"]));
  expect(logged).toContain("A listener of entry.create failed");
  off();
  off();
  await galley.documents("api::tag.tag").create({ data: { name: "z" } });
  await eventually(() => expect(heard.filter((word) => word === "end")).toHaveLength(3));
  expect(heard.filter((word) => word === "second")).toHaveLength(2);
});

it("counts the events that listeners are too slow for, the oldest ones", async () => {
  const galley = await start({ metrics: true });
  const heard: string[] = [];
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  galley.on("entry.create", async (event) => {
    heard.push(String(event.entry()?.name));
    await released;
  });
  const tags = galley.documents("api::tag.tag");
  await tags.create({ data: { name: "first" } });
  await eventually(() => expect(heard).toEqual(["first"]));
  for (let at = 0; at < 10_003; at += 1) await tags.create({ data: { name: String(at) } });
  const drops = async () =>
    /^galley_event_drops_total (\d+)$/m.exec(await (await galley.fetch("/_metrics")).text())?.[1];
  await eventually(async () => expect(await drops()).toBe("3"));
  release();
  await eventually(() => expect(heard).toHaveLength(10_001));
  expect([heard[1], heard.at(-1)]).toEqual(["3", "10002"]);
});

it("tells a replacement of all content once, and a fork only of its own writes", async () => {
  const galley = await start();
  await galley.documents("api::tag.tag").create({ data: { name: "x" } });
  const fork = galley.fork();
  const heard: string[] = [];
  const heardByFork: string[] = [];
  galley.on("*", (event) => void heard.push(briefly(event)));
  fork.on("*", (event) => void heardByFork.push(briefly(event)));
  await galley.reset();
  await galley.documents("api::tag.tag").create({ data: { name: "y" } });
  await fork.documents("api::post.post").create({ data: { title: "of the fork" } });
  await eventually(() => expect(heard).toEqual(["content.replaced ", "entry.create tag"]));
  await eventually(() => expect(heardByFork).toEqual(["entry.create post"]));
});

it("refuses unknown names with what may be meant", async () => {
  const galley = await start();
  expect(() => galley.on("publish" as "*", () => {})).toThrow("is not known: did you mean entry.publish?");
  expect(() => galley.consumer("a", { events: ["entry.publsh"] }, () => {})).toThrow(
    "events.0: is not known: did you mean entry.publish?",
  );
  expect(() => galley.consumer("a", { type: ["post"] } as object, () => {})).toThrow("type: is not a known key");
  expect(() => galley.consumer("a", { types: ["posst"] }, () => {})).toThrow("post");
  expect(() => galley.consumer("a b", () => {})).toThrow("name: must have");
});

it("keeps the formats of commits as they were until someone asks for events", async () => {
  const storage = new RecordingStorage();
  const galley = await start({ storage });
  await galley.documents("api::tag.tag").create({ data: { name: "x" } });
  expect(storage.bodies.at(-1)).not.toHaveProperty("format");
  galley.on("entry.create", () => {});
  await galley.documents("api::tag.tag").create({ data: { name: "y" } });
  expect(storage.bodies.at(-1)).toMatchObject({ format: 4, causes: [{ event: "create" }], by: { kind: "process" } });
});

it("gives a consumer each event, also those of the time when it was away, and a failed batch again", async () => {
  const folder = await newFolder();
  const heard: string[] = [];
  let failures = 1;
  const consume = (events: readonly ContentEvent[]) => {
    if (failures-- > 0) throw new Error("on purpose");
    heard.push(...events.map((event) => String(event.entry()?.name)));
  };
  const first = await start({ storage: new JournalStorage(folder) });
  await first.consumer("search", { types: ["tag"] }, consume);
  await first.documents("api::tag.tag").create({ data: { name: "a" } });
  await first.documents("api::post.post").create({ data: { title: "other" } });
  await first.documents("api::tag.tag").create({ data: { name: "b" } });
  await eventually(() => expect(heard).toEqual(["a", "b"]));
  await first.close();
  const without = await start({ storage: new JournalStorage(folder) });
  await without.documents("api::tag.tag").create({ data: { name: "c" } });
  await without.close();
  const again = await start({ storage: new JournalStorage(folder) });
  await again.consumer("search", { types: ["tag"] }, consume);
  await again.documents("api::tag.tag").create({ data: { name: "d" } });
  await eventually(() => expect(heard).toEqual(["a", "b", "c", "d"]));
  await again.consumer("all", { from: "start", types: ["tag"], events: ["entry.*"] }, (events) => {
    heard.push(...events.map(({ event }) => event));
  });
  // Writes made while nobody asked are told as an update.
  await eventually(() =>
    expect(heard.slice(4)).toEqual(["entry.create", "entry.create", "entry.update", "entry.create"]),
  );
});

it("keeps the log for a consumer that is away for the time that the configuration says", async () => {
  const heardAfter = async (keep: number) => {
    const folder = await newFolder();
    const open = () => start({ storage: new JournalStorage(folder, { segmentBytes: 100 }), consumers: { keep } });
    const first = await open();
    await first.consumer("search", () => {});
    await first.documents("api::tag.tag").create({ data: { name: "read" } });
    await first.close();
    const without = await open();
    for (const name of ["a", "b", "c"]) {
      await without.documents("api::tag.tag").create({ data: { name } });
      await without.store.snapshot();
    }
    await without.close();
    const heard: string[] = [];
    const again = await open();
    await again.consumer("search", (events) => void heard.push(...events.map(({ event }) => event)));
    await again.documents("api::tag.tag").create({ data: { name: "d" } });
    await eventually(() => expect(heard.at(-1)).toBe("entry.create"));
    return heard;
  };
  expect(await heardAfter(7 * 86_400_000)).not.toContain("gap");
  expect(await heardAfter(0)).toContain("gap");
});

it("tells a consumer of what the log no longer has", async () => {
  const path = join(await newFolder(), "db.json");
  const first = await start({ storage: new JsonFileStorage(path) });
  await first.consumer("search", () => {});
  await first.close();
  const without = await start({ storage: new JsonFileStorage(path) });
  await without.documents("api::tag.tag").create({ data: { name: "missed" } });
  await without.close();
  const heard: string[] = [];
  const again = await start({ storage: new JsonFileStorage(path) });
  await again.consumer("search", (events) => void heard.push(...events.map(briefly)));
  await again.documents("api::tag.tag").create({ data: { name: "x" } });
  await eventually(() => expect(heard).toEqual(["gap ", "entry.create tag"]));
});

it("calls a consumer in one of many nodes, and in another one when that ends", async () => {
  const log = new SharedLog();
  const heard: string[][] = [[], [], []];
  const nodes: Galley[] = [];
  for (const at of [0, 1, 2]) {
    const galley = await start({ storage: log.storage() });
    await galley.consumer("search", { types: ["tag"], events: ["entry.create"] }, (events) => {
      heard[at]?.push(...events.map((event) => String(event.entry()?.name)));
    });
    nodes.push(galley);
  }
  const add = async (name: string, from: number) => {
    for (const node of nodes.slice(from)) await node.documents("api::tag.tag").create({ data: { name } });
  };
  for (const name of ["a", "b", "c"]) await add(name, 0);
  await eventually(() => expect(heard.flat()).toHaveLength(9));
  const holder = heard.findIndex((names) => names.length > 0);
  expect(heard[holder]).toHaveLength(9);
  const [node] = nodes.splice(holder, 1);
  await node?.close();
  await add("d", 0);
  await eventually(() => expect(heard.flat()).toHaveLength(11));
  expect(heard.filter((names) => names.includes("d"))).toHaveLength(1);
  expect(heard[holder]).toHaveLength(9);
});

it("refuses a consumer by its name where the storage keeps no marks", async () => {
  const storage = Object.assign(new MemoryStorage(), { marks: undefined });
  const galley = await start({ storage: storage as unknown as MemoryStorage });
  expect(() => galley.consumer("search", () => {})).toThrow(StorageError);
  expect(() => galley.consumer("other", () => {})).toThrow("Consumer other: this storage keeps no marks");
});
