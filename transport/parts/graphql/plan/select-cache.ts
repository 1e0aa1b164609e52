import { type AnyModel, ObjectNumbers, type Select, WeightedCache, weightOf } from "../../../../engine/internal.ts";
import type { PlannedField } from "./plan.ts";
import { type Selecting, selectOf } from "./select.ts";

/** Bytes of the cached selections. */
const MAX_BYTES = 8 * 1_048_576;

/** Longer arguments hardly ever repeat. */
const MAX_CHARACTERS = 2_000;

/** The selections of fields, one object for equal arguments: by it the engine caches entries. */
export class SelectCache {
  readonly #selects = new WeightedCache<string, Select>(MAX_BYTES);
  readonly #callers = new ObjectNumbers<Selecting["access"]>();
  readonly #fields = new ObjectNumbers<PlannedField>();

  of(selecting: Selecting, planned: PlannedField, model: AnyModel): Select {
    const values = planned.varied.map((each) => selecting.args.of(each));
    const args = values.length === 0 ? "" : JSON.stringify(values);
    if (args.length > MAX_CHARACTERS) return selectOf(selecting, planned, model);
    const key = `${this.#callers.of(selecting.access)} ${this.#fields.of(planned)} ${args}`;
    const known = this.#selects.get(key);
    if (known !== undefined) return known;
    const select = selectOf(selecting, planned, model);
    this.#selects.set(key, select, 2 * key.length + weightOf(select));
    return select;
  }
}
