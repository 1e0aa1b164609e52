import type { Link, Morph, Nested, Scalar, TargetOf } from "./attributes.ts";
import type { AttributesOf } from "./models.ts";
import type {
  BigIntegerOperators,
  BooleanOperators,
  ChoiceOperators,
  Condition,
  DateOperators,
  IdentityOperators,
  InstantOperators,
  JsonOperators,
  NumberOperators,
  TextOperators,
} from "./operators.ts";
import type { TypeOf } from "./scalar-value.ts";
import type { AnyDefinition } from "./schema.ts";

/** The `filters` of a content type: conditions on fields, and on fields behind relations, media, components. */
export type FiltersOf<D extends AnyDefinition, U> = ModelFilters<D, U> & DocumentConditions & DocumentLogic<D, U>;

type ComponentFilters<D extends AnyDefinition, C> = ModelFilters<D, C> & ComponentConditions & ComponentLogic<D, C>;

interface DocumentLogic<D extends AnyDefinition, U> {
  readonly $and?: readonly FiltersOf<D, U>[];
  readonly $or?: readonly FiltersOf<D, U>[];
  readonly $not?: FiltersOf<D, U> | readonly FiltersOf<D, U>[];
}

interface ComponentLogic<D extends AnyDefinition, C> {
  readonly $and?: readonly ComponentFilters<D, C>[];
  readonly $or?: readonly ComponentFilters<D, C>[];
  readonly $not?: ComponentFilters<D, C> | readonly ComponentFilters<D, C>[];
}

interface ComponentConditions {
  readonly id?: Conditions["integer"];
  readonly $null?: boolean;
  readonly $notNull?: boolean;
}

interface DocumentConditions {
  readonly id?: Conditions["integer"];
  readonly documentId?: Conditions["string"];
  readonly createdAt?: Conditions["datetime"];
  readonly updatedAt?: Conditions["datetime"];
  readonly publishedAt?: Conditions["datetime"];
}

type ModelFilters<D extends AnyDefinition, U> = Attributes<D, AttributesOf<D, U>>;

type Attributes<D extends AnyDefinition, A> = {
  readonly [K in keyof A as IsFilterable<A[K]> extends true ? K : never]?: ConditionOn<D, A[K]>;
};

/** Hashes cannot be searched for, and dynamic zones and relations to any type cannot be filtered by. */
type IsFilterable<A> = A extends { readonly type: "password" | "dynamiczone" } | Morph
  ? false
  : A extends Scalar | Nested
    ? true
    : false;

type ConditionOn<D extends AnyDefinition, A> = A extends Link
  ? FiltersOf<D, TargetOf<A>> | Condition<string, IdentityOperators>
  : A extends Nested
    ? ComponentFilters<D, TargetOf<A>> | null
    : A extends { readonly enum: readonly (infer V extends string)[] }
      ? Condition<V, ChoiceOperators<V>>
      : TypeOf<D, A> extends keyof Conditions
        ? Conditions[TypeOf<D, A>]
        : never;

type Text = Condition<string, TextOperators>;
type NumberCondition = Condition<number, NumberOperators>;
type Day = Condition<string | Date, DateOperators>;
type Instant = Condition<string | number | Date, InstantOperators>;
type AnyJson = null | JsonOperators;

/** By the type of a scalar attribute. */
interface Conditions {
  readonly string: Text;
  readonly text: Text;
  readonly richtext: Text;
  readonly email: Text;
  readonly uid: Text;
  readonly enumeration: Text;
  readonly integer: NumberCondition;
  readonly float: NumberCondition;
  readonly decimal: NumberCondition;
  readonly biginteger: Condition<string | number, BigIntegerOperators>;
  readonly boolean: Condition<boolean, BooleanOperators>;
  readonly date: Day;
  readonly time: Day;
  readonly datetime: Instant;
  readonly timestamp: Instant;
  readonly json: AnyJson;
  readonly blocks: AnyJson;
}
