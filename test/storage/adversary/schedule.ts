import { StateView } from "../../../engine/state/view.ts";
import { type Entry, type Storage, Store } from "../../../storage/internal.ts";
import { NODE_LAPSE } from "../../../storage/sharing/lapses.ts";
import {
  addBook,
  BOOK,
  countingEnv,
  emptyLibrary,
  retitleBook,
  stateOf,
  storeBook,
  titles,
} from "../../support/content/library.ts";
import { Random } from "../../support/random.ts";
import { type Adversary, type Fate, SharedLog } from "../../support/storage/shared-log.ts";
import { faultsOf } from "./check-history.ts";
import type { Era, Kind, Operation, Outcome, Sight, Told } from "./history.ts";
import { VirtualTime } from "./virtual-time.ts";

const NODES = 3;
const CLIENTS = 2;
const KINDS: readonly Kind[] = ["add", "set", "set", "swap", "swap", "look"];
/** Milliseconds in which all must have been answered, and all nodes be equal, when nothing disturbs them any more. */
const CALM = 120_000;

/** Puts a planted fault into the storage of a node. */
export type Plant = (storage: ShareableStorage, random: Random) => Storage;
export type ShareableStorage = ReturnType<SharedLog["storage"]>;

export interface Ran {
  /** The impossible findings. */
  readonly faults: readonly string[];
  readonly operations: number;
  readonly entries: number;
  readonly losses: number;
  readonly outcomes: Readonly<Record<string, number>>;
}

/** Bytes that any write has. */
const ONE_WRITE = 10;

/** Runs what a seed says: nodes, clients, and what disturbs them. The same seed does the same again. */
export async function runSchedule(seed: number, plant: Plant = (storage) => storage): Promise<Ran> {
  const schedule = new Schedule(seed, plant);
  return schedule.run();
}

class Refused extends Error {}

/** Delays, drops and doubles messages, and keeps nodes from the log for a while. */
class Chaos implements Adversary {
  readonly #time: VirtualTime;
  readonly #random: Random;
  readonly #scale: number;
  /** By node of the log: until when it is cut off, or paused. */
  readonly #cut = new Map<number, number>();
  readonly #paused = new Map<number, number>();
  isCalm = true;

  constructor(time: VirtualTime, random: Random) {
    this.#time = time;
    this.#random = random;
    this.#scale = random.one([2, 20, 200]);
  }

  delay(node: number): Promise<void> {
    const random = this.#random;
    const paused = Math.max(0, (this.#paused.get(node) ?? 0) - this.#time.now());
    const slow = !this.isCalm && random.chance(20) ? random.below(2000) : 0;
    return this.#time.sleep(paused + slow + random.fraction() * this.#scale);
  }

  appending(): Fate {
    const random = this.#random;
    if (this.isCalm) return { arrives: true, isAnswered: true, repeats: false };
    return { arrives: !random.chance(8), isAnswered: !random.chance(8), repeats: random.chance(10) };
  }

  reaches(node: number): boolean {
    const until = this.#cut.get(node) ?? 0;
    return until !== Number.POSITIVE_INFINITY && (this.isCalm || until <= this.#time.now());
  }

  doubles(): boolean {
    return !this.isCalm && this.#random.chance(6);
  }

  cut(node: number, milliseconds: number): void {
    this.#cut.set(node, this.#time.now() + milliseconds);
  }

  pause(node: number, milliseconds: number): void {
    this.#paused.set(node, this.#time.now() + milliseconds);
  }
}

interface Node {
  readonly index: number;
  /** Number that the log knows it by. */
  logNode: number;
  storage: Storage;
  store: Store;
  isOpen: boolean;
}

class Schedule {
  readonly #random: Random;
  readonly #plant: Plant;
  readonly #time = new VirtualTime();
  readonly #chaos: Chaos;
  readonly #log: SharedLog;
  readonly #nodes: Node[] = [];
  /** First titles by document. */
  readonly #registers = new Map<string, string>();
  readonly #operations: Operation[] = [];
  readonly #sights: Sight[] = [];
  readonly #told: Told[] = [];
  readonly #eras: Era[] = [];
  /** Everything that the log has had, including removed entries. */
  readonly #entries: Entry[] = [];
  #events = 0;
  #storages = 0;

  constructor(seed: number, plant: Plant) {
    this.#random = new Random(seed);
    this.#plant = plant;
    this.#chaos = new Chaos(this.#time, this.#random);
    // Every second log takes a write at a time, so that batches are cut, too.
    this.#log = new SharedLog(this.#chaos, this.#time, seed % 2 === 0 ? ONE_WRITE : undefined);
    this.#log.listeners.add((added) => {
      for (const entry of added) this.#entries[entry.position - 1] = entry;
    });
  }

  async run(): Promise<Ran> {
    const faults: string[] = [];
    const begun = this.#begin();
    const hasBegun = await this.#pass(begun, CALM);
    if (!hasBegun) faults.push("the nodes do not open");
    this.#chaos.isCalm = false;
    const random = this.#random;
    const work = Promise.all([
      ...this.#nodes.flatMap((node) => Array.from({ length: CLIENTS }, () => this.#client(node))),
      ...Array.from({ length: 2 + random.below(3) }, () => this.#disturb()),
      this.#look(),
    ]);
    const calm = this.#time.sleep(random.below(30_000)).then(() => {
      this.#chaos.isCalm = true;
    });
    if (!(await this.#pass(Promise.all([work, calm]), 30_000 + CALM))) faults.push("something never ends");
    this.#chaos.isCalm = true;
    faults.push(...(await this.#differencesAtTheEnd()));
    this.#eras.push({ until: Number.POSITIVE_INFINITY, entries: [...this.#entries] });
    faults.push(
      ...faultsOf({
        registers: this.#registers,
        operations: this.#operations,
        sights: this.#sights,
        told: this.#told,
        eras: this.#eras,
      }),
    );
    for (const { storage } of this.#nodes) await storage.close();
    const outcomes: Record<string, number> = {};
    for (const { outcome } of this.#operations) outcomes[outcome] = (outcomes[outcome] ?? 0) + 1;
    const { length } = this.#operations;
    return { faults, operations: length, entries: this.#entries.length, losses: this.#eras.length - 1, outcomes };
  }

  /** Whether it has ended within so many milliseconds. */
  async #pass(work: Promise<unknown>, limit: number): Promise<boolean> {
    let hasEnded = false;
    const end = () => {
      hasEnded = true;
    };
    work.then(end, end);
    return this.#time.passUntil(() => hasEnded, limit);
  }

  async #begin(): Promise<void> {
    for (let index = 0; index < NODES; index += 1) this.#nodes.push(await this.#open(index));
    for (let register = 0; register < 2; register += 1) {
      const title = `register ${register}`;
      const [node] = this.#nodes;
      if (node === undefined) return;
      const documentId = await storeBook(node.store, title);
      this.#registers.set(documentId, title);
    }
  }

  async #open(index: number): Promise<Node> {
    this.#storages += 1;
    const name = `n${this.#storages}x`;
    const storage = this.#plant(this.#log.storage(), this.#random);
    const logNode = this.#storages;
    let ids = 0;
    const newDocumentId = () => {
      ids += 1;
      return name + String(ids).padStart(24 - name.length, "0");
    };
    const store = await Store.open({
      engine: emptyLibrary(),
      storage,
      env: { ...countingEnv(), newDocumentId },
      timing: this.#time,
      report: () => {},
    });
    store.onCommit(({ number, changes }, origin) => {
      // Nobody hears a node that was killed.
      if (this.#nodes[index] !== undefined && this.#nodes[index].logNode > logNode) return;
      const put = changes.find((change) => change.kind === "put");
      const title = put === undefined ? null : String(put.version.values.title);
      this.#told.push({ node: index, number, title, isOwn: origin === "own" });
    });
    return { index, logNode, storage, store, isOpen: true };
  }

  async #client(node: Node): Promise<void> {
    const random = this.#random;
    for (let count = 2 + random.below(3); count > 0; count -= 1) {
      await this.#time.sleep(random.below(random.one([10, 500, 5000])));
      if (node.isOpen) await this.#operate(node, random.one(KINDS), random.one([...this.#registers.keys()]));
    }
  }

  async #operate(node: Node, kind: Kind, register: string): Promise<void> {
    const { store, index } = node;
    const id = this.#operations.length;
    const operation: Operation = {
      id,
      kind,
      register,
      node: index,
      value: `value ${id}`,
      begun: this.#event(),
      outcome: "under way",
      ended: Number.POSITIVE_INFINITY,
      found: null,
      number: 0,
    };
    this.#operations.push(operation);
    const shown = this.#valuesAt(store).get(register) ?? null;
    let asked: Promise<void>;
    try {
      asked = store.write(
        (transaction) => {
          if (kind === "add") return void addBook(transaction, operation.value);
          const found = transaction.version(BOOK, register, "draft")?.values.title ?? null;
          operation.found = found === null ? null : String(found);
          if (kind === "swap" && operation.found !== shown) throw new Refused();
          if (kind !== "look") retitleBook(transaction, register, operation.value);
        },
        () => {
          operation.number = store.engine.number;
        },
      );
    } catch (error) {
      asked = Promise.reject(error);
    }
    const outcome = await asked.then(() => "done" as const, outcomeOf);
    // A node that was killed in the meantime reports nothing.
    if (operation.outcome !== "under way") return;
    operation.outcome = outcome;
    operation.ended = this.#event();
  }

  #event(): number {
    this.#events += 1;
    return this.#events;
  }

  #valuesAt({ engine }: Store): Map<string, string> {
    const values = new Map<string, string>();
    const view = new StateView(engine.state);
    for (const register of this.#registers.keys()) {
      const title = view.version(BOOK, register, "draft")?.values.title;
      if (title !== undefined) values.set(register, String(title));
    }
    return values;
  }

  async #look(): Promise<void> {
    const random = this.#random;
    for (let count = 0; count < 8; count += 1) {
      await this.#time.sleep(random.below(3000));
      for (const { index, store, isOpen } of this.#nodes) {
        if (!isOpen) continue;
        const { number } = store.engine;
        this.#sights.push({ node: index, number, at: this.#event(), values: this.#valuesAt(store) });
      }
    }
  }

  async #disturb(): Promise<void> {
    const random = this.#random;
    await this.#time.sleep(random.below(random.one([100, 2000, 15_000])));
    const node = random.one(this.#nodes);
    const time = random.one([200, 2000, 15_000]);
    switch (random.below(7)) {
      case 0:
      case 1:
        return this.#chaos.cut(node.logNode, random.below(time));
      case 2:
        return this.#chaos.pause(node.logNode, random.below(time));
      case 3:
        // Then the others count as gone, and entries that they have not read are removed.
        if (random.chance(2)) this.#log.age(NODE_LAPSE + 1);
        if (node.isOpen) await node.store.snapshot().catch(() => {});
        return;
      case 4:
        return this.#restart(node, () => node.store.close());
      case 5:
        return this.#restart(node, () => this.#kill(node));
      case 6:
        // In most schedules the log removes nothing.
        if (random.chance(2)) this.#lose();
        return;
    }
  }

  async #restart(node: Node, end: () => Promise<void>): Promise<void> {
    if (!node.isOpen) return;
    node.isOpen = false;
    await end();
    for (;;) {
      try {
        const { logNode, storage, store } = await this.#open(node.index);
        Object.assign(node, { logNode, storage, store, isOpen: true });
        return;
      } catch {
        await this.#time.sleep(100);
      }
    }
  }

  async #kill({ index, logNode, storage }: Node): Promise<void> {
    this.#chaos.cut(logNode, Number.POSITIVE_INFINITY);
    for (const operation of this.#operations) {
      if (operation.node !== index || operation.outcome !== "under way") continue;
      operation.outcome = "unknown";
      operation.ended = this.#event();
    }
    await storage.close();
  }

  #lose(): void {
    const last = this.#log.tail.last;
    const oldest = this.#log.oldest;
    // The registers stay, and so do the fingerprint of the content types before them, and entries in snapshots that may
    // have been the reason to trim.
    const after = Math.max(last - 1 - this.#random.below(3), 3, oldest, this.#log.newest?.last ?? 0);
    if (after >= last) return;
    this.#eras.push({ until: this.#event(), entries: [...this.#entries] });
    this.#log.lose(after);
    this.#entries.length = this.#log.tail.last;
  }

  /** A node that has yet to notice that the log is another one may be at the same number: it does so in the calm. */
  async #differencesAtTheEnd(): Promise<readonly string[]> {
    if (!(await this.#time.passUntil(() => this.#areEqual(), CALM))) return this.#differences();
    if (this.#eras.length > 0) {
      await this.#time.passUntil(() => this.#areEqual() && this.#stateFaults().length === 0, CALM);
    }
    return this.#stateFaults();
  }

  #areEqual(): boolean {
    const head = this.#log.tail.last;
    return this.#nodes.every(({ store, isOpen }) => isOpen && store.engine.number === head && store.obstacle === null);
  }

  #differences(): string[] {
    const head = this.#log.tail.last;
    return this.#nodes.map(
      ({ index, store }) => `node ${index} is at ${store.engine.number} of ${head}: ${store.obstacle?.reason ?? ""}`,
    );
  }

  /** Empty where all nodes hold what the log says. */
  #stateFaults(): string[] {
    const engine = emptyLibrary();
    for (const { body } of this.#entries) engine.apply(body);
    const expected = JSON.stringify(stateOf(engine));
    return this.#nodes
      .filter(({ store }) => JSON.stringify(stateOf(store.engine)) !== expected)
      .map(({ index, store }) => `node ${index} holds ${titles(store.engine)}, the log ${titles(engine)}`);
  }
}

function outcomeOf(error: unknown): Outcome {
  if (error instanceof Refused) return "refused";
  const code = (error as { code?: unknown }).code;
  if (code === "outcome-unknown") return "unknown";
  if (code === "unavailable" || code === "append-failed") return "failed";
  throw error;
}
