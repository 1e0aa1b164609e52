import { type Json, ListColumn, type PartColumn } from "../../engine/internal.ts";
import { readNumbers } from "./read-numbers.ts";

/** A JSON array in a line, from one index up to another. */
export interface ArrayInLine {
  readonly line: Buffer;
  readonly isAscii: boolean;
  readonly from: number;
  readonly until: number;
}

/** A column in a line. Numbers are copied straight from its bytes, anything else is parsed once. */
export class LineColumn<T extends Json> implements PartColumn<T> {
  readonly #array: ArrayInLine;
  #parsed: ListColumn<T> | null = null;

  constructor(array: ArrayInLine) {
    this.#array = array;
  }

  get values(): readonly T[] {
    return this.#list.values;
  }

  copyTo(list: unknown[], at: number, from: number, until: number): void {
    const { line, from: start } = this.#array;
    if (this.#parsed === null && readNumbers(line, start, list, at, from, until)) return;
    this.#list.copyTo(list, at, from, until);
  }

  get #list(): ListColumn<T> {
    const { line, isAscii, from, until } = this.#array;
    this.#parsed ??= new ListColumn<T>(JSON.parse(line.toString(isAscii ? "latin1" : "utf8", from, until)));
    return this.#parsed;
  }
}
