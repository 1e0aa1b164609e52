import { useEffect, useRef } from "preact/hooks";
import uPlot from "uplot";

export interface Line {
  readonly label: string;
  /** A custom property from the page's colours. */
  readonly color: string;
}

interface ChartProps {
  readonly title: string;
  readonly lines: readonly Line[];
  /** Timestamps in seconds since 1970, and the values of each line. */
  readonly data: readonly [readonly number[], ...(readonly number[])[]];
  readonly format: (value: number) => string;
  /** The axis reaches at least to this value, so that its marks differ. */
  readonly least: number;
}

const HEIGHT = 160;
/** The time axis is at least this long, so that the first lines are not stretched over its whole width. */
const SECONDS = 60;

/** Lines over time. Their last values are also shown as text, for readers who cannot see the chart. */
export function Chart({ title, lines, data, format, least }: ChartProps) {
  const place = useRef<HTMLDivElement>(null);
  const plot = useRef<uPlot | null>(null);
  useEffect(() => {
    const { current } = place;
    if (current === null) return;
    const made = new uPlot(options(current, { lines, format, least }), data as unknown as uPlot.AlignedData, current);
    plot.current = made;
    const resized = new ResizeObserver(() => made.setSize({ width: current.clientWidth, height: HEIGHT }));
    resized.observe(current);
    return () => {
      resized.disconnect();
      made.destroy();
    };
  }, []);
  useEffect(() => plot.current?.setData(data as unknown as uPlot.AlignedData), [data]);
  return (
    <figure class="chart">
      <figcaption>
        <h2>{title}</h2>
        {lines.map(({ label }, at) => (
          <span key={label} class={`key key-${at}`}>
            {label} <strong>{format(data[at + 1]?.at(-1) ?? 0)}</strong>
          </span>
        ))}
      </figcaption>
      <div ref={place} aria-hidden="true" />
    </figure>
  );
}

/** A single moment would be shown in a day, and none in years. */
function timeRange({ data: [times = []] }: uPlot): uPlot.Range.MinMax {
  const last = times.at(-1) ?? Date.now() / 1000;
  return [Math.min(times[0] ?? last, last - SECONDS), last];
}

function timeOf(seconds: number): string {
  return new Date(seconds * 1000).toLocaleTimeString([], { timeStyle: "medium" });
}

type Drawn = Pick<ChartProps, "lines" | "format" | "least">;

function options(place: HTMLElement, { lines, format, least }: Drawn): uPlot.Options {
  const style = getComputedStyle(place);
  const color = (name: string) => style.getPropertyValue(name).trim();
  const axis = { stroke: color("--faint"), grid: { stroke: color("--line"), width: 1 }, ticks: { show: false } };
  return {
    width: place.clientWidth,
    height: HEIGHT,
    legend: { show: false },
    cursor: { show: false },
    scales: {
      x: { range: timeRange },
      y: { range: (_, __, most) => [0, Math.max(most, least) * 1.1] },
    },
    axes: [
      { ...axis, space: 90, values: (_, ticks) => ticks.map(timeOf) },
      { ...axis, size: 70, values: (_, ticks) => ticks.map(format) },
    ],
    series: [{}, ...lines.map(({ label, color: name }) => ({ label, stroke: color(name), width: 2 }))],
  };
}
