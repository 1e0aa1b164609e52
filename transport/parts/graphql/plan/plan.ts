import type { FieldNode, GraphQLField } from "graphql";
import type { Arguments } from "../execute/arguments/list-params.ts";
import type { Meaning } from "../schema/meaning.ts";

/** The answer for one object type: its fields in order. */
export interface Selection {
  readonly typeName: string;
  readonly fields: readonly PlannedField[];
}

/** One response key, however often the document selects it. */
export interface PlannedField {
  readonly as: string;
  readonly field: GraphQLField<unknown, unknown>;
  /** Undefined for fields of fixed types. */
  readonly meaning: Meaning | undefined;
  /** The first selection of it; the others have the same arguments. */
  readonly node: FieldNode;
  /** The arguments, if they contain no variable. */
  readonly constant: Arguments | null;
  /** The selections below it, by the name of the object type; empty for leaves. */
  readonly below: ReadonlyMap<string, Selection>;
  /** The fields below it whose arguments contain variables. */
  readonly varied: readonly PlannedField[];
}

/** One operation with its conditions decided: fragments expanded, fields of one key merged. */
export interface Plan {
  readonly root: Selection;
  /** Introspection, own code, or a condition that cannot be decided: graphql-js has to answer. */
  readonly plain: boolean;
  /** Own code answers a part of it. */
  readonly own: boolean;
}
