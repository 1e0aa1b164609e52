import type { Entry } from "../../../storage/internal.ts";
import type { Era, History, Operation, Sight } from "./history.ts";

/** The truth after each entry of a log. */
class Model {
  /** Titles that were put, by the position of the entry. */
  readonly positions = new Map<string, number[]>();
  readonly #values = new Map<string, { readonly from: number; readonly value: string }[]>();
  readonly head: number;

  constructor(entries: readonly Entry[]) {
    this.head = entries.length;
    for (const { position, body } of entries) {
      for (const change of body.changes) {
        if (change.kind !== "put") continue;
        const { documentId, values } = change.version;
        const title = String(values.title);
        this.positions.set(title, [...(this.positions.get(title) ?? []), position]);
        this.#values.set(documentId, [...(this.#values.get(documentId) ?? []), { from: position, value: title }]);
      }
    }
  }

  valueAt(register: string, position: number): string | null {
    return this.#values.get(register)?.findLast(({ from }) => from <= position)?.value ?? null;
  }

  /** Whether a register had a value at any position of a range. */
  had(register: string, value: string | null, from: number, to: number): boolean {
    if (this.valueAt(register, from) === value) return true;
    return (
      this.#values.get(register)?.some((each) => each.value === value && each.from > from && each.from <= to) ?? false
    );
  }
}

/**
 * Everything in a history that cannot be where writes are strictly serialisable: the log is the witness of the order. Takes
 * time in proportion to the history, and to the number of times that the log has lost its tail.
 *
 * An acknowledged write that the log itself lost is no fault; a sight of it is held against the log as it was then.
 */
export function faultsOf(history: History): readonly string[] {
  const { eras, operations } = history;
  const models = eras.map(({ entries }) => new Model(entries));
  const last = models.at(-1);
  if (last === undefined) return ["there is no log"];
  return [
    ...eras.flatMap((era) => [...chainFaults(era.entries)]),
    ...operations.flatMap((operation) => [...outcomeFaults(operation, models, last)]),
    ...foreignFaults(history, last),
    ...orderFaults(operations, last),
    ...operations.flatMap((operation) => [...decisionFaults(operation, history, models)]),
    ...history.sights.flatMap((sight) => [...sightFaults(sight, eras, models)]),
    ...toldFaults(history, models),
  ];
}

/** Positions are dense, and ids are given once, in order. */
function* chainFaults(entries: readonly Entry[]): Generator<string> {
  let lastId = 0;
  for (const [at, { position, body }] of entries.entries()) {
    if (position !== at + 1 || body.number !== position) yield `position ${position} stands at ${at + 1}`;
    for (const change of body.changes) {
      if (change.kind !== "sequence") continue;
      if (change.last !== lastId + 1) yield `id ${change.last} was given after ${lastId}`;
      lastId = change.last;
    }
  }
}

/** An acknowledged value is there once, a refused one is not there. */
function* outcomeFaults(operation: Operation, models: readonly Model[], last: Model): Generator<string> {
  const { outcome, kind } = operation;
  const name = nameOf(operation);
  if (outcome === "under way") yield `${name} was never answered`;
  const most = Math.max(...models.map(({ positions }) => positions.get(operation.value)?.length ?? 0));
  if (most > 1) yield `${name} is there ${most} times`;
  if (kind === "look") return;
  if (outcome === "done") {
    const isLost = models.slice(0, -1).some(({ positions }) => positions.has(operation.value));
    if (!last.positions.has(operation.value) && !isLost) yield `${name} was acknowledged and is not there`;
  } else if (outcome !== "unknown" && outcome !== "under way" && last.positions.has(operation.value))
    yield `${name} was ${outcome} and is there`;
}

function* foreignFaults({ operations, registers }: History, last: Model): Generator<string> {
  const known = new Set([...operations.map(({ value }) => value), ...registers.values()]);
  for (const title of last.positions.keys()) if (!known.has(title)) yield `${title} is there and nobody wrote it`;
}

/** Who was called after another one was answered comes after it in the log. */
function* orderFaults(operations: readonly Operation[], { positions }: Model): Generator<string> {
  const stored = operations.filter(({ outcome, value }) => outcome === "done" && positions.has(value));
  const byEnd = [...stored].sort((a, b) => a.ended - b.ended);
  let next = 0;
  let highest = 0;
  for (const operation of [...stored].sort((a, b) => a.begun - b.begun)) {
    for (let before = byEnd[next]; before !== undefined && before.ended < operation.begun; before = byEnd[next]) {
      highest = Math.max(highest, positions.get(before.value)?.[0] ?? 0);
      next += 1;
    }
    const position = positions.get(operation.value)?.[0] ?? 0;
    if (position <= highest) yield `${nameOf(operation)} stands at ${position}, before what was answered earlier`;
  }
}

/**
 * An operation found the value that the log holds at its position; if it stored nothing, a value that the log held
 * meanwhile.
 */
function* decisionFaults(operation: Operation, history: History, models: readonly Model[]): Generator<string> {
  const { outcome, kind, register, found, begun, ended, value } = operation;
  if (outcome !== "done" && outcome !== "refused") return;
  const name = nameOf(operation);
  if (outcome === "done" && kind !== "look") {
    const { number } = operation;
    // A log that has lost it may have it at the same position again, decided anew: that one was answered.
    const model = models.findLast(({ positions }) => positions.get(value)?.[0] === number);
    if (model === undefined) yield `${name} was answered at ${number}, where it is not`;
    else if (kind !== "add" && model.valueAt(register, number - 1) !== found)
      yield `${name} was decided on ${found}, which is not what position ${number - 1} says`;
    return;
  }
  const isTrue = models.some((model, at) => {
    if (!isWithin(history.eras, at, begun, ended)) return false;
    return model.had(register, found, seenBefore(history.operations, model, begun), model.head);
  });
  if (!isTrue) yield `${name} was told of ${found}, which was not true then`;
}

/** Position up to which all was acknowledged before so many events. */
function seenBefore(operations: readonly Operation[], { positions }: Model, begun: number): number {
  let highest = 0;
  for (const { outcome, ended, value } of operations) {
    if (outcome === "done" && ended < begun) highest = Math.max(highest, positions.get(value)?.[0] ?? 0);
  }
  return highest;
}

/** Whether any of an era lies between two counts of events. */
function isWithin(eras: readonly Era[], at: number, begun: number, ended: number): boolean {
  const from = eras[at - 1]?.until ?? 0;
  return from <= ended && begun <= (eras[at]?.until ?? 0);
}

/** The values that a node shows are the values that a log has, or had, at the number that the node shows. */
function* sightFaults(sight: Sight, eras: readonly Era[], models: readonly Model[]): Generator<string> {
  const { node, number, values, at } = sight;
  const isTrue = models.some((model, era) => {
    const from = eras[era - 1]?.until ?? 0;
    if (from > at || number > model.head) return false;
    for (const [register, value] of values) if (model.valueAt(register, number) !== value) return false;
    return true;
  });
  if (!isTrue) yield `node ${node} showed at ${number} what the log does not say: ${[...values.values()].join(", ")}`;
}

/** Each node reports each commit once, in order, and exactly its own requests' commits as its own. */
function* toldFaults({ told, operations, eras }: History, models: readonly Model[]): Generator<string> {
  const writers = new Map(operations.map(({ value, node }) => [value, node]));
  const last = new Map<number, number>();
  for (const { node, number, title, isOwn } of told) {
    const before = last.get(node) ?? 0;
    if (eras.length === 1 && number <= before) yield `node ${node} told of ${number} after ${before}`;
    last.set(node, number);
    if (title === null || !writers.has(title)) continue;
    if (!models.some(({ positions }) => positions.get(title)?.includes(number)))
      yield `node ${node} told of ${title} at ${number}, where it never was`;
    if (isOwn && writers.get(title) !== node) yield `node ${node} told of ${title} as its own`;
  }
}

function nameOf({ kind, value, node }: Operation): string {
  return `${kind} ${value} on node ${node}`;
}
