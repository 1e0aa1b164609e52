import { typesRead } from "../../../engine/internal.ts";
import type { FoundList, FoundOne } from "../execute/reader.ts";
import type { PlannedField } from "./plan.ts";
import { typesShown } from "./types-shown.ts";

/** Collects the dependencies of an answer: the reads at its root, and the fields that show their results. */
export class TypesBehind {
  readonly #reads: { readonly found: FoundList | FoundOne; readonly shown: readonly PlannedField[] }[] = [];

  add(found: FoundList | FoundOne, shown: readonly PlannedField[]): void {
    this.#reads.push({ found, shown });
  }

  /**
   * uids of all content types behind the answer: as long as none of them changes, neither does the answer. Null if a
   * field shows types that only its arguments tell.
   */
  uids(): readonly string[] | null {
    const uids = new Set<string>();
    for (const { found, shown } of this.#reads) {
      const { reading, place, query } = found;
      const { schema, relations } = reading.view.state.shape;
      for (const uid of typesRead(schema, relations, query)) uids.add(uid);
      for (const planned of shown) {
        const types = typesShown(planned, place.model, schema);
        if (types === null) return null;
        for (const uid of types) uids.add(uid);
      }
    }
    return [...uids];
  }
}
