import { describe, expect, it, onTestFinished, vi } from "vitest";
import { Clock } from "../../../transport/runtime/clock.ts";

const START = Date.parse("2026-01-01T00:00:00.000Z");

describe("a clock", () => {
  it.each(["1", 0.5, Number.NaN, null])("is not moved by %s", (step) => {
    const clock = new Clock(0);
    // A caller without types may give this text, which would make the time 01, a day in 2001.
    expect(() => clock.advance(step as number)).toThrow(TypeError);
    expect(clock.now()).toBe(0);
  });

  it("follows the system's clock, replaced ones included, until it is set", () => {
    vi.useFakeTimers({ now: START });
    onTestFinished(() => void vi.useRealTimers());
    const clock = new Clock();
    expect([clock.now(), clock.isSet]).toEqual([START, false]);
    vi.advanceTimersByTime(5);
    expect(clock.tick()).toBe(START + 5);
    clock.advance(-10);
    vi.advanceTimersByTime(1);
    expect([clock.now(), clock.isSet]).toEqual([START - 4, true]);
    clock.set("2030-05-05T05:05:05.005Z");
    vi.advanceTimersByTime(1);
    expect(new Date(clock.now()).toISOString()).toBe("2030-05-05T05:05:05.005Z");
  });

  it.each([START, "2026-01-01T00:00:00.000Z", new Date(START)])("stands at %j", (time) => {
    const clock = new Clock(time);
    expect([clock.tick(), clock.tick(), clock.now()]).toEqual([START, START, START]);
  });

  it("steps with every write, and never by being looked at", () => {
    const clock = new Clock({ start: START, step: 1000 });
    expect([clock.now(), clock.tick(), clock.now(), clock.tick()]).toEqual([START, START, START + 1000, START + 1000]);
    clock.set(START);
    expect([clock.tick(), clock.tick()]).toEqual([START, START + 1000]);
    expect(new Clock({ start: START }).fork().tick()).toBe(START);
  });

  it("asks a function each time", () => {
    let now = 1;
    const clock = new Clock(() => now);
    now = 2;
    expect(clock.tick()).toBe(2);
  });

  it("shows no time that cannot be stored, wherever it goes", () => {
    const clock = new Clock({ start: "9999-12-31T23:59:59.999Z" });
    const last = clock.tick();
    expect([clock.tick(), clock.now()]).toEqual([last, last]);
    const back = new Clock({ start: 0, step: -1 });
    expect([back.tick(), back.tick(), back.now()]).toEqual([0, 0, 0]);
    expect(() => new Clock().advance(8.64e15)).toThrow(TypeError);
  });

  it("goes its own way after a fork", () => {
    const clock = new Clock({ start: START });
    const fork = clock.fork();
    clock.tick();
    fork.advance(60_000);
    expect([clock.now(), fork.now()]).toEqual([START + 1, START + 60_000]);
  });

  it.each([Number.NaN, "yesterday", 1e300, 0.5, -1, "+010000-01-01T00:00:00.000Z"])("refuses %j for a time", (time) => {
    expect(() => new Clock(time)).toThrow(TypeError);
    expect(() => new Clock().set(time)).toThrow(TypeError);
    expect(() => new Clock({ start: START, step: Number(time) / 3 })).toThrow(TypeError);
  });
});
