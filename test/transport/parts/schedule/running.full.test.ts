import { describe, expect, it } from "vitest";
import { JournalStorage, type Storage } from "../../../../storage/index.ts";
import type { Galley } from "../../../../transport/galley.ts";
import { schemaOf } from "../../../support/content/schema-of.ts";
import { eventually } from "../../../support/eventually.ts";
import { newFolder } from "../../../support/folder.ts";
import { openGalley } from "../../../support/servers/open-galley.ts";
import { SharedLog } from "../../../support/storage/shared-log.ts";

const SCHEMA = schemaOf({ post: { attributes: { title: { type: "string" } } } });

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const BEGAN = Date.parse("2027-01-01T00:00:00Z");

interface Options {
  readonly storage?: Storage;
  readonly clock?: () => number;
  readonly schedule?: object;
  readonly warned?: string[];
}

async function start({ warned = [], ...options }: Options): Promise<Galley> {
  const logger = { info: () => {}, warn: (_: object, text: string) => void warned.push(text), error: () => {} };
  return openGalley({ schema: SCHEMA, logger, metrics: true, ...options });
}

const posts = (galley: Galley) => galley.documents("api::post.post");

async function newPost(galley: Galley, title = "Bread"): Promise<string> {
  return (await posts(galley).create({ data: { title } })).documentId as string;
}

const isPublished = async (galley: Galley, documentId: string): Promise<boolean> =>
  (await posts(galley).findOne({ documentId, status: "published" })) !== null;

describe("schedules by a running clock", () => {
  it("fire by timers, whenever the clock says so", async () => {
    let now = BEGAN;
    const galley = await start({ clock: () => now });
    const [soon, late] = [await newPost(galley), await newPost(galley)];
    await galley.schedule({ type: "post", documentId: soon, action: "publish", at: now + 50 });
    await galley.schedule({ type: "post", documentId: late, action: "publish", at: now + HOUR / 2 });
    now += 100;
    await eventually(async () => expect(await isPublished(galley, soon)).toBe(true));
    now -= HOUR;
    await posts(galley).unpublish({ documentId: soon });
    now += 2 * HOUR;
    await eventually(async () => expect(await isPublished(galley, late)).toBe(true));
    expect(await isPublished(galley, soon)).toBe(false);
  });

  it("are instants, whatever the offset in which they are given", async () => {
    // The night in which clocks in Lisbon go from 1 to 2 o'clock.
    let now = Date.parse("2027-03-28T00:30:00Z");
    const galley = await start({ clock: () => now });
    const [before, after] = [await newPost(galley), await newPost(galley)];
    await galley.schedule({ type: "post", documentId: before, action: "publish", at: "2027-03-28T00:59:00+00:00" });
    await galley.schedule({ type: "post", documentId: after, action: "publish", at: "2027-03-28T02:01:00+01:00" });
    now = Date.parse("2027-03-28T01:00:00Z");
    await eventually(async () => expect(await isPublished(galley, before)).toBe(true));
    expect(await isPublished(galley, after)).toBe(false);
    now = Date.parse("2027-03-28T01:01:00Z");
    await eventually(async () => expect(await isPublished(galley, after)).toBe(true));
  });

  it("fire at the next start in order of their times, unless they are too old", async () => {
    const folder = await newFolder();
    let now = BEGAN;
    const open = (warned?: string[]) =>
      start({ storage: new JournalStorage(folder), clock: () => now, ...(warned && { warned }) });
    const first = await open();
    const [old, later, earlier] = [await newPost(first), await newPost(first), await newPost(first)];
    await first.schedule({ type: "post", documentId: old, action: "publish", at: now + HOUR });
    await first.schedule({ type: "post", documentId: later, action: "publish", at: now + 3 * DAY });
    await first.schedule({ type: "post", documentId: earlier, action: "publish", at: now + 2 * DAY });
    await first.close();
    now += 7.5 * DAY;
    const warned: string[] = [];
    const second = await open(warned);
    const told: string[] = [];
    second.on("entry.publish", ({ documentId }) => void told.push(documentId));
    await eventually(async () => expect(await isPublished(second, later)).toBe(true));
    expect(await isPublished(second, earlier)).toBe(true);
    expect(await isPublished(second, old)).toBe(false);
    expect(warned).toEqual(["A scheduled publish was missed while no process ran"]);
    const health = await (await second.fetch("/_health")).json();
    expect(health).toMatchObject({ status: "ready", schedule: { failed: 0, missed: 1 } });
    await second.close();
    now += DAY;
    const third = await open();
    await eventually(async () => expect(await (await third.fetch("/_metrics")).text()).toMatch(/late_seconds 0\n/));
    expect(await isPublished(third, old)).toBe(false);
  });

  it("fire on one of three nodes, and on another one if that ends", async () => {
    const log = new SharedLog();
    let now = BEGAN;
    const nodes: Galley[] = [];
    for (let node = 0; node < 3; node += 1) nodes.push(await start({ storage: log.storage(), clock: () => now }));
    const [one, two, three] = nodes as [Galley, Galley, Galley];
    const told: string[] = [];
    // The commits of a node that nobody listens to do not say what they mean.
    for (const node of nodes) node.on("*", () => {});
    three.on("*", ({ event, documentId, by, cause }) => void told.push(`${event} ${documentId} ${by?.kind} ${cause}`));
    const ids: string[] = [];
    for (let n = 0; n < 20; n += 1) ids.push(await newPost(two, `${n}`));
    for (const [n, documentId] of ids.entries())
      await two.schedule({ type: "post", documentId, action: "publish", at: BEGAN + (n < 10 ? HOUR : 2 * HOUR) });
    const shownAt = async (galley: Galley) =>
      (await Promise.all(ids.map((id) => isPublished(galley, id)))).filter(Boolean).length;
    now += HOUR;
    await eventually(async () => expect(await shownAt(three)).toBe(10));
    await one.close();
    await two.close();
    now += HOUR;
    await eventually(async () => expect(await shownAt(three)).toBe(20));
    const expected = ids.map((id) => `entry.publish ${id} process schedule`).sort();
    await eventually(() => expect(told.filter((each) => each.startsWith("entry.publish")).sort()).toEqual(expected));
  });
});
