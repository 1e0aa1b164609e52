import { GraphQLBoolean, GraphQLFloat, GraphQLInt, GraphQLScalarType, GraphQLString, Kind } from "graphql";
import type { ScalarType } from "../../../../../engine/internal.ts";
import { SCALAR_FORMATS, type ScalarFormat } from "../../../../contract/model/scalar-format.ts";
import { literalNumber, literalValue } from "./literal-value.ts";
import {
  instantText,
  literalText,
  longOf,
  parseDate,
  parseDateTime,
  parseLong,
  parseLongLiteral,
  parseTime,
} from "./scalar-values.ts";

/** Scalars beyond the built-in ones, and the scalar of each attribute type (graphql, §3 and §6). */

const DateScalar = new GraphQLScalarType<string, unknown>({
  name: "Date",
  description:
    "A date string, such as 2007-12-03, compliant with the `full-date` format outlined in section 5.6 of the RFC 3339 profile of the ISO 8601 standard for representation of dates and times using the Gregorian calendar.",
  parseValue: (value) => parseDate(value),
  parseLiteral: (node) => parseDate(literalText(node), node),
});

const DateTimeScalar = new GraphQLScalarType<string, unknown>({
  name: "DateTime",
  description:
    "A date-time string at UTC, such as 2007-12-03T10:15:30Z, compliant with the `date-time` format outlined in section 5.6 of the RFC 3339 profile of the ISO 8601 standard for representation of dates and times using the Gregorian calendar.",
  serialize: instantText,
  parseValue: (value) => parseDateTime(value),
  parseLiteral: (node) => parseDateTime(literalText(node), node),
});

const TimeScalar = new GraphQLScalarType<string, unknown>({
  name: "Time",
  description: "A time string with format HH:mm:ss.SSS",
  parseValue: parseTime,
  parseLiteral: (node) => parseTime(literalText(node)),
});

/** Stored as text, so that no digit is lost. */
const LongScalar = new GraphQLScalarType<string, string | number>({
  name: "Long",
  description: "The `BigInt` scalar type represents non-fractional signed whole numeric values.",
  serialize: (value) => longOf(String(value)),
  parseValue: parseLong,
  parseLiteral: parseLongLiteral,
});

/** As graphql-js defines it, except for literals that would lose digits. */
const FloatScalar = new GraphQLScalarType({
  ...GraphQLFloat.toConfig(),
  parseLiteral: (node, variables) =>
    node.kind === Kind.INT || node.kind === Kind.FLOAT
      ? literalNumber(node)
      : GraphQLFloat.parseLiteral(node, variables),
});

const JsonScalar = new GraphQLScalarType({
  name: "JSON",
  description:
    "The `JSON` scalar type represents JSON values as specified by [ECMA-404](http://www.ecma-international.org/publications/files/ECMA-ST/ECMA-404.pdf).",
  specifiedByURL: "http://www.ecma-international.org/publications/files/ECMA-ST/ECMA-404.pdf",
  parseValue: (value) => value,
  parseLiteral: literalValue,
});

const SCALARS: { readonly [F in ScalarFormat]: GraphQLScalarType } = {
  text: GraphQLString,
  integer: GraphQLInt,
  number: FloatScalar,
  boolean: GraphQLBoolean,
  "big integer": LongScalar,
  date: DateScalar,
  time: TimeScalar,
  instant: DateTimeScalar,
  timestamp: DateTimeScalar,
  json: JsonScalar,
  blocks: JsonScalar,
};

/** The scalar of an attribute type; for enumerations, the scalar of their stored values. */
export function scalarOf(type: ScalarType): GraphQLScalarType {
  return SCALARS[SCALAR_FORMATS[type]];
}
