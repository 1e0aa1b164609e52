import type { ScalarAttribute, ScalarType } from "../../attribute.ts";
import type { Report } from "../../schema-error.ts";
import { attributeBase } from "../../shapes/attribute-base.ts";
import { SCALAR_SHAPES, type ScalarOptions } from "../../shapes/attribute-shapes.ts";
import { checkShape } from "../../shapes/check-shape.ts";
import { present, type UnknownRecord } from "../../shapes/record.ts";
import type { DefinitionScope } from "../scope.ts";
import { checkRange } from "./check-range.ts";
import { defaultValue } from "./default-value.ts";

/** Defines a scalar attribute; reports the faults of its options. */
export function defineScalar(
  name: string,
  type: ScalarType,
  definition: UnknownRecord,
  { tolerant }: DefinitionScope,
  report: Report,
): ScalarAttribute | undefined {
  const options = checkShape(SCALAR_SHAPES[type], definition, report);
  if (options === undefined) return undefined;
  checkOptions(options, tolerant, report);
  const attribute = build(name, type, options);
  return options.default === undefined ? attribute : withDefault(attribute, options.default, report);
}

function checkOptions(options: ScalarOptions, tolerant: boolean, report: Report): void {
  checkRange("min", "max", options, report);
  checkRange("minLength", "maxLength", options, report);
  if (options.targetField !== undefined && options.default !== undefined)
    report(["default"], "must be absent where targetField is given");
  const fault = options.enum && !tolerant ? enumFault(options.enum) : undefined;
  if (fault !== undefined) report(["enum"], fault);
}

function build(name: string, type: ScalarType, options: ScalarOptions): ScalarAttribute {
  const { min, max } = options;
  return {
    kind: "scalar",
    type,
    ...attributeBase(name, options),
    unique: type === "uid" || (options.unique ?? false),
    index: options.index ?? false,
    ...present({
      minLength: options.minLength,
      maxLength: options.maxLength,
      regex: options.regex,
      min: typeof min === "number" ? min : undefined,
      max: typeof max === "number" ? max : undefined,
      minBig: typeof min === "bigint" ? min : undefined,
      maxBig: typeof max === "bigint" ? max : undefined,
      enum: options.enum,
      enumName: options.enumName,
      targetField: options.targetField,
      rounds: options.encryption?.rounds,
    }),
  };
}

function withDefault(attribute: ScalarAttribute, value: unknown, report: Report): ScalarAttribute {
  const result = defaultValue(attribute, value);
  if ("value" in result) return { ...attribute, default: result.value };
  report(["default"], result.fault);
  return attribute;
}

/**
 * The faults of an enumeration's values. They need distinct names in languages whose names consist of letters, digits
 * and `_` and do not begin with a digit (GraphQL).
 */
function enumFault(values: readonly string[]): string | undefined {
  const names = new Map<string, string>();
  for (const value of values) {
    const name = graphqlName(value);
    if (name === "") return `must not have the value "${value}": it holds no letter`;
    if (/^\d/.test(name)) return `must not have the value "${value}": it begins with a digit`;
    const other = names.get(name);
    if (other !== undefined) return `must not have both "${other}" and "${value}": they are too much alike`;
    names.set(name, value);
  }
  return undefined;
}

function graphqlName(value: string): string {
  return value
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .replace(/[^\p{L}\p{N}]+/gu, "_")
    .replace(/^_|_$/g, "");
}
