// Not the fourth version: see check-shape.ts.
import { type ZodType, z } from "zod/v3";
import { RELATION_KINDS, type ScalarType } from "./attribute.ts";
import { FILE_KINDS } from "./definition.ts";

export const MORPH_KINDS = ["morphOne", "morphMany", "morphToOne", "morphToMany"] as const;

const flag = z.boolean().optional();
const count = z.number().int().nonnegative().optional();
const name = z.string().optional();

const base = { required: flag, private: flag, writable: flag, searchable: flag };

export const mediaShape = z.object({
  ...base,
  multiple: flag,
  allowedTypes: z.array(z.enum(FILE_KINDS)).nonempty().optional(),
});

export const componentShape = z.object({ ...base, component: z.string(), repeatable: flag, min: count, max: count });

export const dynamicZoneShape = z.object({ ...base, components: z.array(z.string()), min: count, max: count });

export const relationShape = z.object({ ...base, relation: z.enum(RELATION_KINDS), target: z.string() }).extend({
  inversedBy: name,
  mappedBy: name,
});

export const morphShape = z.object({ ...base, relation: z.enum(MORPH_KINDS), target: name, morphBy: name });

/** Every option that some scalar type has; which one has which is for `scalarShape`. */
export interface ScalarOptions {
  readonly required?: boolean | undefined;
  readonly private?: boolean | undefined;
  readonly writable?: boolean | undefined;
  readonly searchable?: boolean | undefined;
  readonly unique?: boolean | undefined;
  readonly index?: boolean | undefined;
  readonly default?: unknown;
  readonly minLength?: number | undefined;
  readonly maxLength?: number | undefined;
  readonly regex?: RegExp | undefined;
  readonly min?: number | bigint | undefined;
  readonly max?: number | bigint | undefined;
  readonly enum?: readonly string[] | undefined;
  readonly enumName?: string | undefined;
  readonly targetField?: string | undefined;
  readonly encryption?: { readonly rounds?: number | undefined } | undefined;
}

// The output of every shape; the input is whatever a file holds.
type ScalarShape = ZodType<ScalarOptions, z.ZodTypeDef, unknown>;

const regex = z
  .union([z.string(), z.instanceof(RegExp)], { errorMap: () => ({ message: "must be a regular expression" }) })
  .transform((pattern, context) => {
    try {
      return pattern === "" ? undefined : new RegExp(pattern);
    } catch (error) {
      context.addIssue({ code: z.ZodIssueCode.custom, message: `must be a regular expression: ${String(error)}` });
      return z.NEVER;
    }
  });

const big = z
  .union([z.string().regex(/^([+-]?\d+)?$/), z.number().int().safe()], {
    errorMap: () => ({ message: "must be an integer as decimal text" }),
  })
  .transform((value) => (value === "" ? undefined : BigInt(value)));

const scalar = { ...base, index: flag };
const distinct = { ...scalar, unique: flag, default: z.unknown() };
const text = { ...distinct, minLength: count, maxLength: count, regex: regex.optional() };
const fraction = z.number().finite().optional();
const integer = z.number().int().optional();

const textShape: ScalarShape = z.object(text);
const uidShape: ScalarShape = z.object({ ...text, targetField: name });
const passwordShape: ScalarShape = z
  .object({ ...text, encryption: z.object({ rounds: z.number().int().min(4).max(31).optional() }).optional() })
  .omit({ default: true, unique: true, index: true });
const integerShape: ScalarShape = z.object({ ...distinct, min: integer, max: integer });
const numberShape: ScalarShape = z.object({ ...distinct, min: fraction, max: fraction });
const bigIntegerShape: ScalarShape = z.object({ ...distinct, min: big.optional(), max: big.optional() });
const timeShape: ScalarShape = z.object(distinct);
const enumerationShape: ScalarShape = z
  .object({
    ...scalar,
    enum: z.array(z.string()).nonempty(),
    enumName: z.string().regex(/^([A-Za-z]\w*)?$/, "must begin with a letter and hold letters, digits and _ only"),
    default: z.unknown(),
  })
  .partial({ enumName: true });
const plainShape: ScalarShape = z.object({ ...scalar, default: z.unknown() });
const blocksShape: ScalarShape = z.object(base);

/** The options that each type has. What a type does not have is an unknown key. */
export const SCALAR_SHAPES: { readonly [T in ScalarType]: ScalarShape } = {
  string: textShape,
  text: textShape,
  richtext: textShape,
  email: textShape,
  uid: uidShape,
  password: passwordShape,
  integer: integerShape,
  float: numberShape,
  decimal: numberShape,
  biginteger: bigIntegerShape,
  boolean: plainShape,
  date: timeShape,
  time: timeShape,
  datetime: timeShape,
  timestamp: timeShape,
  enumeration: enumerationShape,
  json: plainShape,
  blocks: blocksShape,
};
