import { beforeEach, expect, it, onTestFinished, vi } from "vitest";
import { Lease } from "../../../storage/consuming/lease.ts";
import type { Sharing } from "../../../storage/internal.ts";

beforeEach(() => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
});

/** A lease whose questions are answered by `answer`. */
async function taken(answer: (seconds: number) => Promise<boolean>) {
  const lost = vi.fn();
  const lease = new Lease({ lease: (_: string, seconds: number) => answer(seconds) } as unknown as Sharing, "a", lost);
  expect(await lease.take()).toBe(true);
  return { lease, lost };
}

it("is held for as long as it is renewed", async () => {
  const asked: number[] = [];
  const { lease, lost } = await taken(async (seconds) => asked.push(seconds) > 0);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(lease.isHeld).toBe(true);
  await lease.end();
  expect(asked.length).toBeGreaterThan(15);
  expect([asked[0], asked.at(-1)]).toEqual([10, 0]);
  expect(lost).not.toHaveBeenCalled();
});

it("is lost at once when another process has it", async () => {
  let isMine = true;
  const { lease, lost } = await taken(async () => isMine);
  isMine = false;
  await vi.advanceTimersByTimeAsync(3_000);
  expect(lease.isHeld).toBe(false);
  expect(lost).toHaveBeenCalledTimes(1);
});

it.each([
  ["never comes", () => new Promise<boolean>(() => {})],
  ["is an error", () => Promise.reject(new Error("the log cannot be reached"))],
])("lasts as long as it was given, and no longer, where an answer %s", async (_, answer) => {
  let isAnswered = true;
  const { lease, lost } = await taken(() => (isAnswered ? Promise.resolve(true) : answer()));
  isAnswered = false;
  await vi.advanceTimersByTimeAsync(9_500);
  expect([lease.isHeld, lost.mock.calls.length]).toEqual([true, 0]);
  await vi.advanceTimersByTimeAsync(1_000);
  expect([lease.isHeld, lost.mock.calls.length]).toEqual([false, 1]);
});

it("is taken when another process has lost it", async () => {
  let isFree = false;
  const lease = new Lease({ lease: async () => isFree } as unknown as Sharing, "a", () => {});
  const taking = lease.take();
  await vi.advanceTimersByTimeAsync(7_000);
  isFree = true;
  await vi.advanceTimersByTimeAsync(3_000);
  expect(await taking).toBe(true);
});

it("is not waited for any more once it has ended", async () => {
  const lease = new Lease({ lease: async () => false } as unknown as Sharing, "a", () => {});
  const taking = lease.take();
  await lease.end();
  expect(await taking).toBe(false);
});
