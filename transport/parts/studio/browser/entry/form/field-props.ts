import type { Fault } from "../../core/fault.ts";
import type { Attribute, Models } from "../../model/model.ts";

/** The properties of an attribute's input: its value, its path in the entry, and the faults of the whole entry. */
export interface FieldProps {
  readonly attribute: Attribute;
  readonly models: Models;
  /** Undefined if it is not known. */
  readonly value: unknown;
  /** The locale of the entry; null if it has none. */
  readonly locale: string | null;
  readonly path: readonly string[];
  readonly faults: readonly Fault[];
  readonly onChange: (value: unknown) => void;
  /** For an attribute of the type `uid`: the value that its target field makes; empty if it makes none. */
  readonly suggestion?: string;
}
