import * as z from "zod/mini";
import { MORPH_INVERSE_KINDS, MORPH_KINDS, RELATION_KINDS, type ScalarType } from "../attribute.ts";
import { FILE_KINDS } from "../definition.ts";
import { type Pattern, patternOf } from "../pattern/pattern.ts";
import type { Shape } from "./check-shape.ts";
import { atLeast, atMost, finite, notEmpty, integer as whole } from "./constraints.ts";

const flag = z.optional(z.boolean());
const count = z.optional(whole.check(atLeast(0)));
const name = z.optional(z.string());

const base = { required: flag, private: flag, writable: flag, searchable: flag };

export const mediaShape = {
  ...base,
  multiple: flag,
  allowedTypes: z.optional(z.array(z.enum(FILE_KINDS)).check(notEmpty)),
};

export const componentShape = { ...base, component: z.string(), repeatable: flag, min: count, max: count };

export const dynamicZoneShape = { ...base, components: z.array(z.string()), min: count, max: count };

export const relationShape = {
  ...base,
  relation: z.enum(RELATION_KINDS),
  target: z.string(),
  inversedBy: name,
  mappedBy: name,
  foreignKey: name,
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

const regex = z.pipe(
  z.union([z.string(), z.instanceof(RegExp)], "must be a regular expression"),
  z.transform((pattern: string | RegExp, context) => {
    const refuse = (message: string) => {
      context.issues.push({ code: "custom", message, input: pattern });
      return z.NEVER;
    };
    if (pattern === "") return undefined;
    try {
      return patternOf(compile(pattern)) ?? refuse(TOO_SLOW);
    } catch (error) {
      return refuse(`must be a regular expression: ${String(error)}`);
    }
  }),
);

const TOO_SLOW =
  "could take too long on some texts: it has a back reference, or a look-around that is not right behind a leading ^";

function compile(pattern: string | RegExp): RegExp {
  // With the flags g or y a test would depend on the previous one.
  return typeof pattern === "string" ? new RegExp(pattern) : new RegExp(pattern, pattern.flags.replace(/[gy]/g, ""));
}

const NO_BIG = "must be an integer as decimal text";

const big = z.pipe(
  z.custom<string | number>(
    (value) => (typeof value === "string" ? /^([+-]?\d+)?$/.test(value) : Number.isSafeInteger(value)),
    NO_BIG,
  ),
  z.transform((value: string | number) => (value === "" ? undefined : BigInt(value))),
);

const enumName = z.pipe(
  z.string().check(z.regex(/^([A-Za-z]\w*)?$/, "must begin with a letter and hold only letters, digits and _")),
  z.transform((value: string) => (value === "" ? undefined : value)),
);

const scalar = { ...base, index: flag };
const withDefault = { ...scalar, default: z.optional(z.unknown()) };
const distinct = { ...withDefault, unique: flag };
const limits = { minLength: count, maxLength: count, regex: z.optional(regex) };
const fraction = z.optional(finite);
const integer = z.optional(whole);
const rounds = z.optional(whole.check(atLeast(4), atMost(31)));

const textShape = { ...distinct, ...limits };
const uidShape = { ...textShape, targetField: name };
const passwordShape = { ...base, ...limits, encryption: z.optional(z.object({ rounds })) };
const integerShape = { ...distinct, min: integer, max: integer };
const numberShape = { ...distinct, min: fraction, max: fraction };
const bigIntegerShape = { ...distinct, min: z.optional(big), max: z.optional(big) };
const enumerationShape = {
  ...withDefault,
  enum: z.array(z.string()).check(notEmpty),
  enumName: z.optional(enumName),
};

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
