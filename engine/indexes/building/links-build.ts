import { Owner } from "../../structures/paged/owner.ts";
import { type EachPair, PostingLists } from "../posting-lists.ts";
import type { Build } from "./build.ts";
import { Job } from "./steps.ts";

/** The links of the rows. */
export interface LinkPairs {
  readonly each: EachPair;
  /** Whether `each` still visits them. */
  readonly isCurrent: () => boolean;
  /** Whether a row has one link at most. */
  readonly areDisjoint: boolean;
}

/** Whether a slot is linked to a document, from now on. */
interface LinkChange {
  readonly far: number;
  readonly slot: number;
  readonly isLinked: boolean;
}

/** Changes that one step makes again. */
const REPLAYED = 256;

/** Estimated bytes of a link while links are sorted, and of a change. */
const LINK_BYTES = 24;

/**
 * The building of posting lists. Changes are logged from the start and made again in the end: each says what holds, so
 * it does no harm where the links were read after it.
 */
export class LinksBuild implements Build {
  readonly name: string;
  readonly #owner: Owner;
  readonly #finish: (index: PostingLists) => void;
  readonly #log: LinkChange[];
  readonly #job: Job<PostingLists>;
  readonly #progress: Progress;
  readonly #isCurrent: () => boolean;
  #index: PostingLists | null = null;
  #replayed = 0;

  private constructor(
    name: string,
    owner: Owner,
    finish: (index: PostingLists) => void,
    job: Job<PostingLists>,
    progress: Progress,
    isCurrent: () => boolean,
    log: readonly LinkChange[] = [],
  ) {
    this.name = name;
    this.#owner = owner;
    this.#finish = finish;
    this.#job = job;
    this.#progress = progress;
    this.#isCurrent = isCurrent;
    this.#log = [...log];
  }

  /** `finish` is called with the index; `many` is as in `PostingLists`. */
  static begin(
    name: string,
    owner: Owner,
    many: number,
    { each, isCurrent, areDisjoint }: LinkPairs,
    finish: (index: PostingLists) => void,
  ): LinksBuild {
    const progress: Progress = { links: 0, areRead: false };
    const counted: EachPair = function* (visit) {
      yield* each((far, slot) => {
        progress.links++;
        visit(far, slot);
      });
      progress.areRead = true;
    };
    const job = new Job(PostingLists.inSteps(new Owner(), many, counted, areDisjoint));
    return new LinksBuild(name, owner, finish, job, progress, isCurrent);
  }

  get bytes(): number {
    return (this.#progress.links + this.#log.length) * LINK_BYTES;
  }

  get isStale(): boolean {
    return !this.#progress.areRead && !this.#isCurrent();
  }

  step(): boolean {
    if (this.#index !== null) return this.#replay(this.#index);
    const built = this.#job.step();
    if (built !== null) this.#index = built.fork(this.#owner);
    return false;
  }

  /** Links are what counts. */
  change(): void {}

  /** A slot is linked to a document, or no longer. */
  mark(far: number, slot: number, isLinked: boolean): void {
    this.#log.push({ far, slot, isLinked });
  }

  /** The same for the fork of the rows; null while links are being read, since the fork's links change on their own. */
  fork(owner: Owner, finish: (index: PostingLists) => void): LinksBuild | null {
    if (!this.#progress.areRead) return null;
    return new LinksBuild(this.name, owner, finish, this.#job, this.#progress, this.#isCurrent, this.#log);
  }

  #replay(index: PostingLists): boolean {
    const until = Math.min(this.#log.length, this.#replayed + REPLAYED);
    for (; this.#replayed < until; this.#replayed++) {
      const { far, slot, isLinked } = this.#log[this.#replayed] as LinkChange;
      index.mark(far, slot, isLinked);
    }
    if (this.#replayed < this.#log.length) return false;
    this.#finish(index);
    return true;
  }
}

/** How many links were read, and whether these are all. */
interface Progress {
  links: number;
  areRead: boolean;
}
