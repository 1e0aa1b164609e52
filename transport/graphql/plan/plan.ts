import type { FieldNode, GraphQLField } from "graphql";
import type { Arguments } from "../execute/list-params.ts";
import type { Meaning } from "../schema/meaning.ts";

/** What is to be answered of one object type: its fields in the order of the answer. */
export interface Selection {
  readonly typeName: string;
  readonly fields: readonly PlannedField[];
}

/** One key of the answer, however often the document asks for it. */
export interface PlannedField {
  /** The key as JSON, with its colon. */
  readonly key: string;
  readonly field: GraphQLField<unknown, unknown>;
  /** Undefined for fields of fixed types. */
  readonly meaning: Meaning | undefined;
  /** The first place that asks for it; the others have the same arguments. */
  readonly node: FieldNode;
  /** The arguments when they contain no variable. */
  readonly constant: Arguments | null;
  /** What is asked below it, by the name of the object type that is there; empty for leaves. */
  readonly below: ReadonlyMap<string, Selection>;
}

/** One operation with fixed answers to its conditions: all fragments in place, all fields of one key made one. */
export interface Plan {
  readonly root: Selection;
  /** It asks about the schema, or a condition cannot be decided: graphql-js is to answer. */
  readonly plain: boolean;
}
