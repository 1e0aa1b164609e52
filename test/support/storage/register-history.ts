/** One request to a register; every write has a value of its own. */
export interface RegisterOperation {
  readonly register: string;
  readonly kind: "write" | "read";
  readonly value: string;
  /** In whatever unit, by one clock for all. */
  readonly begun: number;
  /** `Infinity` for a write whose outcome is not known: it may take effect at any time, or never. */
  readonly ended: number;
}

/** A write that was refused: nothing has happened. */
export interface RefusedWrite {
  readonly register: string;
  readonly value: string;
}

/** When the operations of one value took place. */
interface Zone {
  readonly value: string;
  /** When the first of them ended, and the last of them began: the value was there from one to the other. */
  readonly from: number;
  readonly to: number;
}

/**
 * The Gibbons-Korach test of linearizability, for registers whose writes differ: the operations of each value are a zone, a
 * forward one where some began after others had ended. A history is linearizable where no value is read before it is written,
 * no two forward zones overlap, and no backward zone lies within a forward one. Takes time n log n. Linearizability is local: a
 * history is linearizable where each of its registers is.
 *
 * Gives what cannot be, as texts.
 */
export function registerFaults(
  operations: readonly RegisterOperation[],
  refused: readonly RefusedWrite[] = [],
): readonly string[] {
  const byRegister = groupBy(operations, ({ register }) => register);
  const faults = [...byRegister].flatMap(([register, each]) => [...faultsOfOne(register, each)]);
  const read = new Set(
    operations.filter(({ kind }) => kind === "read").map(({ register, value }) => `${register} ${value}`),
  );
  const shown = refused.filter(({ register, value }) => read.has(`${register} ${value}`));
  return [...faults, ...shown.map(({ register, value }) => `${register}: ${value} was refused, and read`)];
}

function* faultsOfOne(register: string, operations: readonly RegisterOperation[]): Generator<string> {
  const zones: Zone[] = [];
  for (const [value, each] of groupBy(operations, (operation) => operation.value)) {
    const writes = each.filter(({ kind }) => kind === "write");
    const [write] = writes;
    if (write === undefined) {
      yield `${register}: ${value} was read, and nobody wrote it`;
      continue;
    }
    if (writes.length > 1) yield `${register}: ${value} was written ${writes.length} times`;
    const early = each.find(({ kind, ended }) => kind === "read" && ended < write.begun);
    if (early !== undefined) yield `${register}: ${value} was read at ${early.ended}, before it was written`;
    const from = Math.min(...each.map(({ ended }) => ended));
    // A write of unknown outcome that nobody has read says nothing.
    if (from === Number.POSITIVE_INFINITY) continue;
    zones.push({ value, from, to: Math.max(...each.map(({ begun }) => begun)) });
  }
  const forward = zones.filter(({ from, to }) => from < to).sort((a, b) => a.from - b.from);
  for (const [at, zone] of forward.entries()) {
    const before = forward[at - 1];
    if (before !== undefined && zone.from < before.to)
      yield `${register}: ${before.value} was there until ${before.to}, and ${zone.value} from ${zone.from} on`;
  }
  for (const { value, from, to } of zones) {
    if (from < to) continue;
    const around = enclosing(forward, to, from);
    if (around !== undefined) yield `${register}: ${value} came and went while ${around.value} was there`;
  }
}

/** The forward zone that a time lies in. They do not overlap, or a fault is found already. */
function enclosing(forward: readonly Zone[], from: number, to: number): Zone | undefined {
  let low = 0;
  for (let high = forward.length; low < high; ) {
    const middle = (low + high) >> 1;
    if ((forward[middle]?.from ?? 0) < from) low = middle + 1;
    else high = middle;
  }
  const zone = forward[low - 1];
  return zone !== undefined && zone.from < from && to < zone.to ? zone : undefined;
}

function groupBy<T>(items: readonly T[], keyOf: (item: T) => string): ReadonlyMap<string, readonly T[]> {
  const groups = new Map<string, T[]>();
  for (const item of items) {
    const key = keyOf(item);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [item]);
    else group.push(item);
  }
  return groups;
}
