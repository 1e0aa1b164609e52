import { afterEach, describe, expect, it, vi } from "vitest";
import { EngineError } from "../../../engine/internal.ts";
import { StorageError } from "../../../storage/internal.ts";
import { refusalLog } from "../../../transport/http/refusal-log.ts";
import { MemoryLog } from "../../support/storage/memory-log.ts";

const full = () => new StorageError("no-room", "The disk is full");
const stopped = () => new EngineError("unavailable", "The store accepts no writes", { reason: "a fault" });
const busy = () => new EngineError("unavailable", "Too many writes are waiting", { retryAfter: 1 });

/** The lines for errors that come so many milliseconds after the first one. */
function logged(...errors: readonly (readonly [after: number, error: Error])[]) {
  vi.useFakeTimers({ toFake: ["performance"] });
  const log = new MemoryLog();
  const note = refusalLog(log, "A request failed");
  let now = 0;
  for (const [after, error] of errors) {
    vi.advanceTimersByTime(after - now);
    now = after;
    note(error, { id: String(after) });
  }
  return log.lines;
}

afterEach(() => void vi.useRealTimers());

describe("refusals of a storage", () => {
  it("are told once in ten seconds for each kind, with how many there were since (docs/production.md)", () => {
    const lines = logged([0, full()], [1, full()], [2, stopped()], [9_999, full()], [10_000, full()]);
    expect(lines).toMatchObject([
      { level: "error", message: "A request failed", fields: { id: "0", code: "no-room", reason: "The disk is full" } },
      { level: "error", message: "A request failed", fields: { id: "2", code: "unavailable" } },
      { level: "error", message: "A request failed", fields: { id: "10000", since: 3 } },
    ]);
    expect(lines[0]?.fields).not.toHaveProperty("since");
  });

  it("are no fault where the request may be sent again at once", () => {
    expect(logged([0, busy()])).toMatchObject([
      { level: "warn", message: "Requests are refused", fields: { id: "0" } },
    ]);
  });
});

it("each fault that nobody foresaw is told", () => {
  expect(logged([0, new Error("a")], [1, new Error("a")]).map(({ level }) => level)).toEqual(["error", "error"]);
});
