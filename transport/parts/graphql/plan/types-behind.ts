import { EngineError, type ReadContext, typesRead } from "../../../../engine/internal.ts";
import type { FoundList, FoundOne, Reader } from "../execute/reader.ts";
import type { PlannedField } from "./plan.ts";
import type { PlannedArguments } from "./planned-arguments.ts";
import { type Shown, shownBy } from "./types-shown.ts";

/** Collects the dependencies of an answer: the reads at its root, and the fields that show their results. */
export class TypesBehind {
  readonly #reader: Reader;
  readonly #args: PlannedArguments;
  readonly #reads: { readonly found: FoundList | FoundOne; readonly shown: readonly PlannedField[] }[] = [];

  constructor(reader: Reader, args: PlannedArguments) {
    this.#reader = reader;
    this.#args = args;
  }

  add(found: FoundList | FoundOne, shown: readonly PlannedField[]): void {
    this.#reads.push({ found, shown });
  }

  /**
   * uids of all content types behind the answer: as long as none of them changes, neither does the answer. Null if the
   * plan of a field does not tell what it shows.
   */
  uids(): readonly string[] | null {
    const uids = new Set<string>();
    for (const { found, shown } of this.#reads) {
      const { reading, place, query } = found;
      const { schema, relations } = reading.view.state.shape;
      for (const uid of typesRead(schema, relations, query)) uids.add(uid);
      for (const planned of shown) {
        const by = shownBy(planned, place.model, schema);
        const types = by && this.ofShown(by, reading);
        if (types === null) return null;
        for (const uid of types) uids.add(uid);
      }
    }
    return [...uids];
  }

  /** The types that a field shows, and those that the arguments within it refer to; null for refused arguments. */
  ofShown({ types, lists }: Shown, reading: ReadContext): readonly string[] | null {
    if (lists.length === 0) return types;
    const uids = new Set(types);
    try {
      for (const { planned, model } of lists) {
        const args = this.#args.of(planned);
        if (args === null) return null;
        for (const uid of this.#reader.typesSelecting(reading, model, args)) uids.add(uid);
      }
    } catch (error) {
      if (error instanceof EngineError) return null;
      throw error;
    }
    return [...uids];
  }
}
