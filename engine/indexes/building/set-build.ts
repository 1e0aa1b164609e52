import type { Owner } from "../../structures/paged/owner.ts";
import { PagedBitmap } from "../../structures/paged/paged-bitmap.ts";
import type { Build } from "./build.ts";

/** Slots that one step reads. */
const READ_BLOCK = 2_048;

/** How the members of a set are found. */
export interface SetMembers {
  /** Calls `add` for the members among some slots, as they are now. */
  each(from: number, until: number, add: (slot: number) => void): void;
  /** Whether the set's rows are still the same. */
  isCurrent(): boolean;
}

/** The building of a set of slots. Changes of slots that were not read yet need no log: they are read as they are then. */
export class SetBuild implements Build {
  readonly name: string;
  readonly #members: SetMembers;
  readonly #rows: { readonly length: number };
  readonly #finish: (set: PagedBitmap) => void;
  readonly #set: PagedBitmap;
  #next = 0;

  /** `finish` is called with the set of all members. */
  constructor(
    name: string,
    owner: Owner,
    rows: { readonly length: number },
    members: SetMembers,
    finish: (set: PagedBitmap) => void,
  ) {
    this.name = name;
    this.#members = members;
    this.#rows = rows;
    this.#finish = finish;
    this.#set = PagedBitmap.withRoom(owner, rows.length);
  }

  get bytes(): number {
    return this.#set.bytes;
  }

  get isStale(): boolean {
    return !this.#members.isCurrent();
  }

  step(): boolean {
    const until = Math.min(this.#rows.length, this.#next + READ_BLOCK);
    this.#members.each(this.#next, until, (slot) => this.#set.add(slot));
    this.#next = until;
    if (until < this.#rows.length) return false;
    this.#finish(this.#set);
    return true;
  }

  /** Links and documents are what counts. */
  change(): void {}

  /** Whether a slot is in the set, from now on. */
  mark(slot: number, isIn: boolean): void {
    if (slot >= this.#next) return;
    if (isIn) this.#set.add(slot);
    else this.#set.delete(slot);
  }
}
