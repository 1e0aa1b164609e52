import { type Json, ListColumn, type PartColumn } from "../../engine/internal.ts";
import { readNumbers } from "./read-numbers.ts";
import type { TextPools } from "./text-pool.ts";

/** A JSON array in a line, from one index up to another. */
export interface ArrayInLine {
  readonly line: Buffer;
  readonly isAscii: boolean;
  readonly from: number;
  readonly until: number;
}

/** A column in a line. Numbers and short texts are copied straight from its bytes, anything else is parsed once. */
export class LineColumn<T extends Json> implements PartColumn<T> {
  readonly #array: ArrayInLine;
  readonly #name: string;
  readonly #pools: TextPools;
  #parsed: ListColumn<T> | null = null;

  /** `pools`: of the content type. */
  constructor(array: ArrayInLine, name: string, pools: TextPools) {
    this.#array = array;
    this.#name = name;
    this.#pools = pools;
  }

  get values(): readonly T[] {
    return this.#list.values;
  }

  copyTo(list: unknown[], at: number, from: number, until: number): void {
    if (this.#parsed === null && this.#readTo(list, at, from, until)) return;
    this.#list.copyTo(list, at, from, until);
  }

  get #list(): ListColumn<T> {
    const { line, isAscii, from, until } = this.#array;
    this.#parsed ??= new ListColumn<T>(JSON.parse(line.toString(isAscii ? "latin1" : "utf8", from, until)));
    return this.#parsed;
  }

  /** Copies from the bytes; returns false if there are other values than it is made for. */
  #readTo(list: unknown[], to: number, from: number, until: number): boolean {
    const { line, isAscii, from: start } = this.#array;
    if (readNumbers(line, start, list, to, from, until)) return true;
    return isAscii && this.#pools.of(this.#name)?.read(line, start, list, to, from, until) === true;
  }
}
