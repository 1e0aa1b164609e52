import { expect, it, vi } from "vitest";
import type { ToMeasure } from "../../../../transport/cli/serve/workers/messages.ts";
import { type Measured, MetricsByOwner } from "../../../../transport/cli/serve/workers/metrics-by-owner.ts";
import { type ReadMetric, writeMetrics } from "../../../../transport/parts/operations/metrics/prometheus-text.ts";

/** A worker without a process. */
class Scripted implements Measured {
  readonly name: string;
  readonly metrics: readonly ReadMetric[];
  readonly #owner: MetricsByOwner;
  isSilent = false;
  #answered = (_: string): void => {};

  constructor(name: string, owner: MetricsByOwner, [answers, depth, bytes]: readonly [number, number, number]) {
    this.name = name;
    this.#owner = owner;
    this.metrics = [
      { name: "answers", help: "", type: "counter", samples: [{ labels: { status: "200" }, value: answers }] },
      { name: "takes", help: "", type: "gauge", across: "min", samples: [{ value: depth }] },
      { name: "depth", help: "", type: "gauge", samples: [{ value: depth }] },
      { name: "bytes", help: "", type: "gauge", across: "each", samples: [{ value: bytes }] },
    ];
    owner.add(this);
  }

  tell(message: ToMeasure): void {
    if (message.galley === "metrics of all") this.#answered(writeMetrics(message.metrics));
    else if (!this.isSilent) this.#owner.hear(this, { galley: "measured", id: message.id, metrics: this.metrics });
  }

  ask(): Promise<string[]> {
    return new Promise((resolve) => {
      this.#answered = (text) => resolve(text.split("\n").filter((line) => /^(answers|takes|depth|bytes)/.test(line)));
      this.#owner.hear(this, { galley: "ask for metrics", id: 1 });
    });
  }
}

it("adds up what workers count, and keeps it when one ends", async () => {
  const owner = new MetricsByOwner(2);
  const [one, two] = [new Scripted("1", owner, [3, 7, 10]), new Scripted("2", owner, [4, 9, 20])];
  const both = ['answers{status="200"} 7', "takes 7", "depth 9", 'bytes{worker="1"} 10', 'bytes{worker="2"} 20'];
  expect(await one.ask()).toEqual(both);
  expect(await two.ask()).toEqual(both);
  owner.end(two);
  expect(await one.ask()).toEqual(['answers{status="200"} 7', "takes 7", "depth 7", 'bytes{worker="1"} 10']);
  const fresh = new Scripted("2", owner, [1, 8, 5]);
  expect(await fresh.ask()).toContain('answers{status="200"} 8');
});

it("answers with what a worker that keeps silent told last", async () => {
  vi.useFakeTimers();
  try {
    const owner = new MetricsByOwner(2);
    const [one, two] = [new Scripted("1", owner, [3, 7, 10]), new Scripted("2", owner, [4, 9, 20])];
    await one.ask();
    two.isSilent = true;
    const answered = one.ask();
    await vi.runAllTimersAsync();
    expect(await answered).toContain('answers{status="200"} 7');
  } finally {
    vi.useRealTimers();
  }
});
