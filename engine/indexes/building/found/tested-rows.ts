import type { Owner } from "../../../structures/paged/owner.ts";
import { PagedBitmap } from "../../../structures/paged/paged-bitmap.ts";

/** Why the tests ended early: `error`, in a read that had so much work left. */
interface Failure {
  readonly error: unknown;
  readonly work: number;
}

/** The rows of one space that were tested for some conditions in slices, and which of them match. */
export class TestedRows {
  /** Unique among the conditions on the same rows. */
  readonly name: string;
  /** Revision of the state at the last change of anything else that the conditions depend on. */
  readonly revision: number;
  readonly tested: PagedBitmap;
  readonly matching: PagedBitmap;
  lastUse = 0;
  #tests = 0;
  #work = 0;
  #failure: Failure | null = null;

  /** With room for so many rows. */
  constructor(name: string, revision: number, owner: Owner, rows: number) {
    this.name = name;
    this.revision = revision;
    this.tested = PagedBitmap.withRoom(owner, rows);
    this.matching = PagedBitmap.withRoom(owner, rows);
  }

  /** Size in memory, in bytes. */
  get bytes(): number {
    return this.tested.bytes + this.matching.bytes;
  }

  /** Average work of one test, in the unit of the work budget. */
  get testCost(): number {
    return this.#tests === 0 ? 0 : this.#work / this.#tests;
  }

  /** The row in a slot was tested, which took so much work. */
  add(slot: number, isMatch: boolean, work: number): void {
    this.#tests++;
    this.#work += work;
    this.tested.add(slot);
    if (isMatch) this.matching.add(slot);
    else this.matching.delete(slot);
  }

  /** The row in a slot has changed. */
  change(slot: number): void {
    this.#failure = null;
    this.tested.delete(slot);
    this.matching.delete(slot);
  }

  /** A test has failed in a read that had so much work left. */
  fail(error: unknown, work: number): void {
    this.#failure = { error, work };
  }

  /** Throws the error of a test, for a read with no more work left than the read that the test was made for. */
  throwFailure(work: number): void {
    const failure = this.#failure;
    this.#failure = null;
    if (failure !== null && work <= failure.work) throw failure.error;
  }
}
