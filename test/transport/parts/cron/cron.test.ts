import { describe, expect, it } from "vitest";
import { JournalStorage, type Storage } from "../../../../storage/index.ts";
import type { Galley } from "../../../../transport/galley.ts";
import { schemaOf } from "../../../support/content/schema-of.ts";
import { eventually } from "../../../support/eventually.ts";
import { newFolder } from "../../../support/folder.ts";
import { openGalley } from "../../../support/servers/open-galley.ts";
import { SharedLog } from "../../../support/storage/shared-log.ts";

const SCHEMA = schemaOf({ post: { dp: false, attributes: { title: { type: "string" } } } });

const HOUR = 3_600_000;
const start = (options: object): Promise<Galley> => openGalley({ schema: SCHEMA, ...options });

function sharedLog(): () => Storage {
  const log = new SharedLog();
  return () => log.storage();
}

function journalIn(folder: string): () => Storage {
  return () => new JournalStorage(folder);
}

/** A task that notes its ticks. */
function noted(rule: string, ticks: string[], name = "", more: object = {}) {
  return {
    ...more,
    rule,
    task: ({ now }: { now: Date }) => void ticks.push(`${name}${now.toISOString().slice(5, 19)}`),
  };
}

describe("tasks by a clock that a program moves", () => {
  it("run each tick once, in order over all tasks, before advance resolves", async () => {
    const ticks: string[] = [];
    const cron = { hourly: noted("0 * * * *", ticks, "h "), half: noted("30 0-2 * * *", ticks, "m ") };
    const galley = await start({ cron, clock: "2026-01-01T00:00:00Z" });
    await galley.clock.advance(2 * HOUR);
    expect(ticks).toEqual(["m 01-01T00:30:00", "h 01-01T01:00:00", "m 01-01T01:30:00", "h 01-01T02:00:00"]);
    await galley.clock.advance(HOUR / 4);
    expect(ticks).toHaveLength(4);
    await galley.clock.set("2026-01-01T03:00:00Z");
    expect(ticks.slice(4)).toEqual(["m 01-01T02:30:00", "h 01-01T03:00:00"]);
  });

  it("run again what comes again: after the clock is set back, and after reset", async () => {
    const ticks: string[] = [];
    const galley = await start({ cron: { hourly: noted("0 * * * *", ticks) }, clock: "2026-01-01T00:00:00Z" });
    await galley.clock.advance(HOUR);
    await galley.clock.set("2026-01-01T00:30:00Z");
    await galley.clock.advance(HOUR);
    expect(ticks.splice(0)).toEqual(["01-01T01:00:00", "01-01T01:00:00"]);
    await galley.reset();
    expect(ticks).toEqual([]);
    await galley.clock.advance(2 * HOUR);
    expect(ticks).toEqual(["01-01T01:00:00", "01-01T02:00:00"]);
  });

  it("follow a time zone over its changes, and six fields, second first", async () => {
    const ticks: string[] = [];
    const nightly = noted("0 3 * * *", ticks, "", { tz: "Europe/Lisbon" });
    const galley = await start({ cron: { nightly }, clock: "2026-03-28T00:00:00Z" });
    await galley.clock.advance(48 * HOUR);
    expect(ticks).toEqual(["03-28T03:00:00", "03-29T02:00:00"]);
    const seconds: string[] = [];
    const other = await start({ cron: { often: noted("*/20 * * * * *", seconds) }, clock: "2026-01-01T00:00:05Z" });
    await other.clock.advance(40_000);
    expect(seconds).toEqual(["01-01T00:00:20", "01-01T00:00:40"]);
  });

  it("get the galley, and go on after an error", async () => {
    const faults: string[] = [];
    const logger = { info: () => {}, warn: () => {}, error: (_: object, text: string) => faults.push(text) };
    const cron = {
      writes: {
        rule: "0 * * * *",
        task: async ({ galley, now }: { galley: Galley; now: Date }) => {
          await galley.documents("api::post.post").create({ data: { title: now.toISOString() } });
          if (now.getUTCHours() === 1) throw new Error("one o'clock");
        },
      },
    };
    const galley = await start({ cron, logger, clock: "2026-01-01T00:00:00Z" });
    await galley.clock.advance(2 * HOUR);
    expect(await galley.documents("api::post.post").count({})).toBe(2);
    expect(faults).toEqual(["cron.writes failed"]);
  });

  it("run in a fork only by its own clock", async () => {
    const ticks: string[] = [];
    const galley = await start({ cron: { hourly: noted("0 * * * *", ticks) }, clock: "2026-01-01T00:00:00Z" });
    await galley.clock.advance(HOUR / 2);
    const fork = galley.fork();
    await fork.clock.advance(HOUR);
    expect(ticks.splice(0)).toEqual(["01-01T01:00:00"]);
    await galley.clock.advance(HOUR);
    expect(ticks).toEqual(["01-01T01:00:00"]);
    await fork.close();
  });

  it("run over HTTP too, before the clock's answer", async () => {
    const ticks: string[] = [];
    const tokens = [{ name: "full", token: "full-access-token", access: "full-access" }];
    const cron = { hourly: noted("0 * * * *", ticks) };
    const galley = await start({ cron, tokens, control: true, clock: "2026-01-01T00:00:00Z" });
    const headers = { authorization: "Bearer full-access-token", "content-type": "application/json" };
    const body = JSON.stringify({ advance: HOUR });
    expect((await galley.fetch("/__galley/clock", { method: "PATCH", headers, body })).status).toBe(200);
    expect(ticks).toEqual(["01-01T01:00:00"]);
  });
});

describe("tasks by a running clock", () => {
  it("run each tick on one of three nodes", async () => {
    const log = new SharedLog();
    const ticks: string[] = [];
    const nodes: Galley[] = [];
    for (let node = 0; node < 3; node += 1) {
      nodes.push(await start({ storage: log.storage(), cron: { often: noted("* * * * * *", ticks) } }));
    }
    await eventually(() => expect(ticks.length).toBeGreaterThanOrEqual(3));
    for (const galley of nodes) await galley.close();
    expect(new Set(ticks).size).toBe(ticks.length);
  });

  it("skip a tick while the one before is still running, and end only when it is done", async () => {
    const warned: string[] = [];
    const logger = { info: () => {}, warn: (_: object, text: string) => warned.push(text), error: () => {} };
    let finish = () => {};
    let isDone = false;
    const task = async () => {
      await new Promise<void>((resolve) => {
        finish = resolve;
      });
      isDone = true;
    };
    const galley = await start({ cron: { slow: { rule: "* * * * * *", task } }, logger });
    await eventually(() => expect(warned).toContain("cron.slow is still running: this tick is skipped"));
    const closing = galley.close();
    finish();
    await closing;
    expect(isDone).toBe(true);
  });

  it.each<[string, () => Promise<() => Storage>]>([
    ["a shared log", async () => sharedLog()],
    ["a journal", async () => journalIn(await newFolder())],
  ])("run the newest tick that was missed while no process ran, once, within catchUp: %s", async (_, storageOf) => {
    const storage = await storageOf();
    const began = Date.parse("2026-01-01T00:30:00Z");
    const startAt = async (time: number, catchUp: number) => {
      const ticks: string[] = [];
      const cron = { hourly: noted("0 * * * *", ticks, "", { catchUp }) };
      const galley = await start({ storage: storage(), cron, clock: () => time });
      // A task that is under way is waited for.
      await galley.close();
      return ticks;
    };
    expect(await startAt(began, 2 * HOUR)).toEqual([]);
    expect(await startAt(began + 3 * HOUR, 0)).toEqual([]);
    expect(await startAt(began + 3 * HOUR, HOUR / 4)).toEqual([]);
    expect(await startAt(began + 3 * HOUR, 2 * HOUR)).toEqual(["01-01T03:00:00"]);
    expect(await startAt(began + 3 * HOUR, 2 * HOUR)).toEqual([]);
    expect(await startAt(began + 4 * HOUR, 2 * HOUR)).toEqual(["01-01T04:00:00"]);
  });
});

describe("rules", () => {
  it("are refused with what is wrong", async () => {
    const task = () => {};
    const faults: [object, string][] = [
      [{ expire: { rule: "*/5 * *", task } }, 'cron.expire.rule: "*/5 * *" has 3 fields, 5 or 6 are needed'],
      [{ expire: { rule: "0 25 * * *", task } }, 'cron.expire.rule: "0 25 * * *" is no rule'],
      [{ expire: { rule: "0 3 * * *", tz: "Mars/North", task } }, 'cron.expire.tz: "Mars/North" is not a time zone'],
      [{ expire: { rule: "0 3 * * *" } }, "cron.expire.task: must be a function"],
      [{ "a b": { rule: "0 3 * * *", task } }, "cron.a b: must be letters"],
    ];
    for (const [cron, message] of faults) await expect(start({ cron })).rejects.toThrow(message);
  });
});
