import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { directory } from "../core/directory.ts";
import { bytes, count } from "../core/format.ts";
import { ask } from "../core/request.ts";
import { useAttempt } from "../core/use-attempt.ts";
import { Problem } from "../widgets/problem.tsx";
import { Chart } from "./chart.tsx";
import { type LatencyBin, latencyBins, type Moment, momentOf, type Reading } from "./history.ts";
import { readMetrics } from "./read-metrics.ts";

const EVERY = 2000;
const MAX_MOMENTS = 300;

/**
 * Charts of the server's present activity, from the figures of `/_metrics`. They are read only while this view is open.
 */
export function ChartsView() {
  const moments = useSignal<readonly Moment[]>([]);
  const bins = useSignal<readonly LatencyBin[]>([]);
  const { error, attempt } = useAttempt();
  useEffect(() => {
    let before: Reading | null = null;
    const read = () =>
      attempt(async () => {
        const path = directory.peek()?.links.metrics ?? "/_metrics";
        const { text } = await ask({ path, headers: { accept: "*/*" } });
        const now: Reading = { at: Date.now() / 1000, samples: readMetrics(text) };
        if (before !== null) moments.value = [...moments.value, momentOf(before, now)].slice(-MAX_MOMENTS);
        bins.value = latencyBins(now);
        before = now;
      });
    read();
    const timer = setInterval(read, EVERY);
    return () => clearInterval(timer);
  }, []);
  const over = (...values: readonly ((moment: Moment) => number)[]) =>
    [moments.value.map(({ at }) => at), ...values.map((value) => moments.value.map(value))] as const;
  const perSecond = (value: number) => `${count(Math.round(value * 10) / 10)}/s`;
  return (
    <div class="view">
      <h1>Charts</h1>
      <p class="faint">Since this view was opened, every two seconds. What it asks for itself is counted too.</p>
      {error !== null && <Problem error={error} />}
      <div class="charts">
        <Chart
          title="Requests"
          lines={[{ label: "answered", color: "--accent" }]}
          data={over(({ requests }) => requests)}
          format={perSecond}
          least={1}
        />
        <Chart
          title="Response cache"
          lines={[
            { label: "hits", color: "--accent" },
            { label: "misses", color: "--link" },
          ]}
          data={over(
            ({ hits }) => hits,
            ({ misses }) => misses,
          )}
          format={perSecond}
          least={1}
        />
        <Chart
          title="Commits"
          lines={[{ label: "written", color: "--accent" }]}
          data={over(({ commits }) => commits)}
          format={perSecond}
          least={1}
        />
        <Chart
          title="Memory"
          lines={[
            { label: "resident", color: "--accent" },
            { label: "heap", color: "--link" },
          ]}
          data={over(
            ({ residentBytes }) => residentBytes,
            ({ heapBytes }) => heapBytes,
          )}
          format={bytes}
          least={1_000_000}
        />
        <Chart
          title="Processor"
          lines={[{ label: "of one core", color: "--accent" }]}
          data={over(({ cpu }) => cpu)}
          format={(value) => `${count(Math.round(value * 1000) / 10)} %`}
          least={0.01}
        />
        <Latency bins={bins.value} />
      </div>
    </div>
  );
}

/** A histogram of request durations since the server started, with one bar per bucket. */
function Latency({ bins }: { readonly bins: readonly LatencyBin[] }) {
  const most = Math.max(1, ...bins.map((bin) => bin.count));
  return (
    <figure class="chart">
      <figcaption>
        <h2>Latency since the start</h2>
        <span class="key">requests by milliseconds, up to</span>
      </figcaption>
      <div class="latency">
        {bins.map((bin) => (
          <div key={bin.bound}>
            <span>{bin.bound}</span>
            <meter min={0} max={most} value={bin.count} aria-label={`Requests up to ${bin.bound} ms`} />
            <span class="number">{count(bin.count)}</span>
          </div>
        ))}
      </div>
    </figure>
  );
}
