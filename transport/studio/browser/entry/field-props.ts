import type { Fault } from "../core/request.ts";
import type { Attribute, Models } from "../model/model.ts";

/** What the input of an attribute is given: its value, where it stands in the entry, and the faults of the whole entry. */
export interface FieldProps {
  readonly attribute: Attribute;
  readonly models: Models;
  /** Undefined where it is not known. */
  readonly value: unknown;
  /** Of the entry; null for one without. */
  readonly locale: string | null;
  readonly path: readonly string[];
  readonly faults: readonly Fault[];
  readonly onChange: (value: unknown) => void;
}
