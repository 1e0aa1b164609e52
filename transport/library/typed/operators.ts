/** The operators for each kind of field (reads, §5), with the types of their operands. */

interface Equality<V> {
  readonly $eq?: V | null;
  readonly $ne?: V | null;
  readonly $in?: readonly (V | null)[];
  readonly $notIn?: readonly (V | null)[];
  readonly $null?: boolean;
  readonly $notNull?: boolean;
}

interface Order<V> {
  readonly $lt?: V;
  readonly $lte?: V;
  readonly $gt?: V;
  readonly $gte?: V;
  readonly $between?: readonly [V, V];
}

interface EqualityIgnoringCase<V> {
  readonly $eqi?: V;
  readonly $nei?: V;
}

interface ContainedText {
  readonly $contains?: string;
  readonly $notContains?: string;
  readonly $containsi?: string;
  readonly $notContainsi?: string;
}

interface Substrings extends ContainedText {
  readonly $startsWith?: string;
  readonly $startsWithi?: string;
  readonly $endsWith?: string;
  readonly $endsWithi?: string;
}

interface Emptiness {
  readonly $null?: boolean;
  readonly $notNull?: boolean;
}

export interface TextOperators extends Equality<string>, EqualityIgnoringCase<string>, Order<string>, Substrings {}
export interface NumberOperators extends Equality<number>, Order<number> {}
export interface BigIntegerOperators extends Equality<string | number>, Order<string | number> {}
export interface DateOperators extends Equality<string | Date>, Order<string | Date> {}
export interface InstantOperators extends Equality<string | number | Date>, Order<string | number | Date> {}
export interface ChoiceOperators<V> extends Equality<V>, EqualityIgnoringCase<string> {}
export interface BooleanOperators extends Equality<boolean> {}
/** json and blocks are searched as text. */
export interface JsonOperators extends Emptiness, ContainedText {}
/** Conditions on the identity of a linked entry, by documentId, or on its existence. */
export interface IdentityOperators extends Equality<string> {}

/**
 * A condition on one field: a value it equals, a list that contains its value, or operators, which must all hold;
 * `$not`, `$and` and `$or` of the same. A list under an operator that takes one value means any of them.
 */
export type Condition<V, O> = V | null | readonly (V | null)[] | OneOf<O>;

type OneOf<O> = O & {
  readonly $not?: O | readonly O[];
  readonly $and?: readonly O[];
  readonly $or?: readonly O[];
};
