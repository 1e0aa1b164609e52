import type { Json, ScalarType } from "../../../engine/internal.ts";
import type { Blocks, BlocksInput } from "./blocks.ts";
import type { AnyDefinition } from "./schema.ts";

/** The value of a scalar attribute other than null, as read. */
export type ScalarValue<D extends AnyDefinition, A> = A extends { readonly enum: readonly (infer V)[] }
  ? V
  : ValuesByType[TypeOf<D, A>];

/** The value of a scalar attribute other than null, as written. */
export type ScalarInput<D extends AnyDefinition, A> = A extends { readonly enum: readonly (infer V)[] }
  ? V
  : InputsByType[TypeOf<D, A>];

/** The type of a scalar attribute, custom fields resolved. */
export type TypeOf<D extends AnyDefinition, A> = A extends { readonly type: "customField" }
  ? CustomFieldType<D, A>
  : A extends { readonly type: infer T extends ScalarType }
    ? T
    : never;

type CustomFieldType<D extends AnyDefinition, A> = A extends {
  readonly customField: infer F extends keyof D["customFields"];
}
  ? D["customFields"][F] & ScalarType
  : A extends { readonly customField: infer F extends keyof KnownCustomFields }
    ? KnownCustomFields[F]
    : "json";

interface KnownCustomFields {
  readonly "plugin::color-picker.color": "string";
  readonly "plugin::ckeditor5.CKEditor": "richtext";
  readonly "plugin::ckeditor.CKEditor": "richtext";
}

interface ValuesByType extends Record<ScalarType, unknown> {
  string: string;
  text: string;
  richtext: string;
  email: string;
  uid: string;
  /** The hash. */
  password: string;
  enumeration: string;
  integer: number;
  float: number;
  decimal: number;
  /** Decimal text, so that no digit is lost. */
  biginteger: string;
  boolean: boolean;
  /** `YYYY-MM-DD` */
  date: string;
  /** `HH:mm:ss.SSS` */
  time: string;
  /** ISO 8601 in UTC with milliseconds. */
  datetime: string;
  /** Text of epoch milliseconds. */
  timestamp: string;
  json: Json;
  blocks: Blocks;
}

interface InputsByType extends Omit<ValuesByType, "date" | "datetime" | "timestamp" | "biginteger" | "blocks"> {
  date: string | Date;
  datetime: string | number | Date;
  timestamp: string | number | Date;
  biginteger: string | number;
  blocks: BlocksInput;
}
