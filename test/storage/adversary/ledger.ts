import { appendFileSync, existsSync, readFileSync } from "node:fs";

/** Seeds `from` to `to - 1`, all of them run. */
export interface Block {
  /** Of the sources that were judged. */
  readonly digest: string;
  readonly from: number;
  readonly to: number;
  readonly operations: number;
  readonly losses: number;
  readonly outcomes: Readonly<Record<string, number>>;
  /** Seeds of schedules with faults. */
  readonly faulty: readonly number[];
}

/** The blocks of one digest that were run, in a file with a line for each, so that a run can be continued. */
export class Ledger {
  readonly #path: string | undefined;
  readonly #blocks: Block[];

  /** Without a path nothing is kept. */
  constructor(digest: string, path: string | undefined) {
    this.#path = path;
    const isThere = path !== undefined && existsSync(path);
    const lines = isThere ? readFileSync(path, "utf8").split("\n") : [];
    this.#blocks = lines.flatMap(blockIn).filter((block) => block.digest === digest);
  }

  get blocks(): readonly Block[] {
    return this.#blocks;
  }

  add(block: Block): void {
    this.#blocks.push(block);
    if (this.#path !== undefined) appendFileSync(this.#path, `\n${JSON.stringify(block)}`);
  }

  /** The first seed from this one on that no block has. */
  next(seed: number): number {
    const block = this.#blocks.find(({ from, to }) => from <= seed && seed < to);
    return block === undefined ? seed : this.next(block.to);
  }

  /** The first seed after this one that a block has. */
  end(seed: number): number {
    return Math.min(...this.#blocks.map(({ from }) => from).filter((from) => from > seed));
  }
}

/** None in the half line that a killed run has left. */
function blockIn(line: string): readonly Block[] {
  try {
    return [JSON.parse(line)];
  } catch {
    return [];
  }
}
