/** One line of `/_metrics`. */
export interface Sample {
  readonly name: string;
  readonly labels: { readonly [name: string]: string };
  readonly value: number;
}

const LINE = /^([a-zA-Z_:][\w:]*)(?:\{(.*)\})? (\S+)$/;
const LABEL = /(?:^|,)(\w+)="((?:[^"\\]|\\.)*)"/g;

/** Parses the Prometheus text format, version 0.0.4. */
export function readMetrics(text: string): readonly Sample[] {
  return text.split("\n").flatMap((line) => {
    const [, name, labels = "", value] = LINE.exec(line) ?? [];
    if (name === undefined) return [];
    const pairs = [...labels.matchAll(LABEL)].map(([, key = "", of = ""]) => [key, of] as const);
    return [{ name, labels: Object.fromEntries(pairs), value: Number(value) }];
  });
}

/** The sum of all samples with this name. */
export function sum(samples: readonly Sample[], name: string): number {
  return samples.reduce((total, sample) => (sample.name === name ? total + sample.value : total), 0);
}

/** A histogram over all its labels: the number of observations up to each bound. */
export function buckets(samples: readonly Sample[], name: string): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const sample of samples) {
    const { le } = sample.labels;
    if (sample.name !== `${name}_bucket` || le === undefined) continue;
    counts.set(le, (counts.get(le) ?? 0) + sample.value);
  }
  return counts;
}
