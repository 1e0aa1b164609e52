// Not the fourth version: see check-shape.ts.

import { z } from "zod/v3";
import { MORPH_INVERSE_KINDS, MORPH_KINDS, RELATION_KINDS, type ScalarType } from "../attribute.ts";
import { FILE_KINDS } from "../definition.ts";
import { type Pattern, patternOf } from "../pattern/pattern.ts";
import type { Shape } from "./check-shape.ts";

const flag = z.boolean().optional();
const count = z.number().int().nonnegative().optional();
const name = z.string().optional();

const base = { required: flag, private: flag, writable: flag, searchable: flag };

export const mediaShape = {
  ...base,
  multiple: flag,
  allowedTypes: z.array(z.enum(FILE_KINDS)).nonempty().optional(),
};

export const componentShape = { ...base, component: z.string(), repeatable: flag, min: count, max: count };

export const dynamicZoneShape = { ...base, components: z.array(z.string()), min: count, max: count };

export const relationShape = {
  ...base,
  relation: z.enum(RELATION_KINDS),
  target: z.string(),
  inversedBy: name,
  mappedBy: name,
};

export const morphShape = { ...base, relation: z.enum(MORPH_KINDS) };

export const morphInverseShape = {
  ...base,
  relation: z.enum(MORPH_INVERSE_KINDS),
  target: z.string(),
  morphBy: z.string(),
};

/** Every option that some scalar type has; `scalarShape` determines which type has which. */
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
  readonly regex?: Pattern | undefined;
  readonly min?: number | bigint | undefined;
  readonly max?: number | bigint | undefined;
  readonly enum?: readonly string[] | undefined;
  readonly enumName?: string | undefined;
  readonly targetField?: string | undefined;
  readonly encryption?: { readonly rounds?: number | undefined } | undefined;
}

type ScalarShape = Shape<ScalarOptions>;

const regex = z
  .union([z.string(), z.instanceof(RegExp)], { errorMap: () => ({ message: "must be a regular expression" }) })
  .transform((pattern, context) => {
    const refuse = (message: string) => {
      context.addIssue({ code: z.ZodIssueCode.custom, message });
      return z.NEVER;
    };
    if (pattern === "") return undefined;
    try {
      return patternOf(compile(pattern)) ?? refuse(TOO_SLOW);
    } catch (error) {
      return refuse(`must be a regular expression: ${String(error)}`);
    }
  });

const TOO_SLOW =
  "could take too long on some texts: it has a back reference, or a look-around that is not right behind a leading ^";

function compile(pattern: string | RegExp): RegExp {
  // With the flags g or y a test would depend on the previous one.
  return typeof pattern === "string" ? new RegExp(pattern) : new RegExp(pattern, pattern.flags.replace(/[gy]/g, ""));
}

const NO_BIG = "must be an integer as decimal text";

const big = z
  .union([z.string().regex(/^([+-]?\d+)?$/, NO_BIG), z.number().int(NO_BIG).safe(NO_BIG)], {
    errorMap: () => ({ message: NO_BIG }),
  })
  .transform((value) => (value === "" ? undefined : BigInt(value)));

const enumName = z
  .string()
  .regex(/^([A-Za-z]\w*)?$/, "must begin with a letter and hold only letters, digits and _")
  .transform((value) => (value === "" ? undefined : value));

const scalar = { ...base, index: flag };
const withDefault = { ...scalar, default: z.unknown().optional() };
const distinct = { ...withDefault, unique: flag };
const limits = { minLength: count, maxLength: count, regex: regex.optional() };
const fraction = z.number().finite().optional();
const integer = z.number().int().optional();
const rounds = z.number().int().min(4).max(31).optional();

const textShape = { ...distinct, ...limits };
const uidShape = { ...textShape, targetField: name };
const passwordShape = { ...base, ...limits, encryption: z.object({ rounds }).optional() };
const integerShape = { ...distinct, min: integer, max: integer };
const numberShape = { ...distinct, min: fraction, max: fraction };
const bigIntegerShape = { ...distinct, min: big.optional(), max: big.optional() };
const enumerationShape = { ...withDefault, enum: z.array(z.string()).nonempty(), enumName: enumName.optional() };

/** The options of each type. An option of another type is an unknown key. */
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
  boolean: withDefault,
  date: distinct,
  time: distinct,
  datetime: distinct,
  timestamp: distinct,
  enumeration: enumerationShape,
  json: withDefault,
  blocks: base,
};
