import type { Build } from "./build.ts";
import type { Steps } from "./steps.ts";

/** A search in steps that reads wait for. The steps notice by themselves if the searched rows have changed. */
export class StepsBuild<T> implements Build {
  readonly name: string;
  readonly bytes: number;
  readonly isTransient = true;
  readonly #steps: Steps<T>;
  readonly #finish: (found: T) => void;

  constructor(name: string, bytes: number, steps: Steps<T>, finish: (found: T) => void) {
    this.name = name;
    this.bytes = bytes;
    this.#steps = steps;
    this.#finish = finish;
  }

  step(): boolean {
    const { done, value } = this.#steps.next();
    if (done !== true) return false;
    this.#finish(value);
    return true;
  }

  change(): void {}
}
