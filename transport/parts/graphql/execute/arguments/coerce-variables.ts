import {
  type GraphQLInputObjectType,
  type GraphQLInputType,
  type GraphQLLeafType,
  type GraphQLSchema,
  getVariableValues,
  isInputObjectType,
  isListType,
  isNonNullType,
  isRequiredInputField,
  type OperationDefinitionNode,
  typeFromAST,
} from "graphql";
import { Parameter } from "../../../../../engine/internal.ts";
import { holdsMoreThan } from "../../document/count-values.ts";

type Values = { readonly [name: string]: unknown };
type VariableValues = ReturnType<typeof getVariableValues>;

/** A value of a leaf among variables, in whose place others of its kind are coerced later. */
export class LeafValue {
  /** Its index among these values. */
  readonly number: number;
  readonly value: string | number;
  /** Coerces another value in its place, to a text or number if it is valid there; null if the operation does not use it. */
  coerce: ((sent: string | number) => unknown) | null = null;

  constructor(number: number, value: string | number) {
    this.number = number;
    this.value = value;
  }
}

/** Stands for a value that graphql-js has to coerce: it reports the fault, or returns the value. */
const UNDECIDED = Symbol("undecided");

/** The coerced value, or UNDECIDED. */
type Coerce = (sent: unknown) => unknown;

/** The variables of an operation by name; null if graphql-js has to coerce them all. */
type CoerceAll = (sent: Values) => Values | null;

const OPERATIONS = new WeakMap<OperationDefinitionNode, CoerceAll>();
const TYPES = new WeakMap<GraphQLInputType, Coerce>();

/**
 * Maximum number of reported faults of variables; of a list of values only one, as each report contains the whole list.
 */
const MAX_ERRORS = 50;
const VALUES_THRESHOLD = 500;
const KEYS = 50;

/**
 * The variables of an operation with a `Parameter` in place of each `LeafValue`; null if not all of them are valid, or one
 * of these values is more than a leaf.
 */
export function coerceParameters(
  schema: GraphQLSchema,
  operation: OperationDefinitionNode,
  sent: Values,
): Values | null {
  return coercerOf(schema, operation)(sent);
}

/**
 * Equals `getVariableValues` of graphql-js, which for each value walks all fields that its input type could have. This
 * walks the fields that were sent, and leaves invalid values to graphql-js.
 */
export function coerceVariables(
  schema: GraphQLSchema,
  operation: OperationDefinitionNode,
  sent: Values,
): VariableValues {
  const coerced = coercerOf(schema, operation)(sent);
  if (coerced !== null) return { coerced };
  const definitions = operation.variableDefinitions ?? [];
  if (!holdsMoreThan(sent, VALUES_THRESHOLD))
    return getVariableValues(schema, definitions, sent, { maxErrors: MAX_ERRORS });
  const shortened = getVariableValues(schema, definitions, withFewKeys(sent) as Values, { maxErrors: 1 });
  return shortened.errors === undefined ? getVariableValues(schema, definitions, sent, { maxErrors: 1 }) : shortened;
}

/** Among so many keys there is almost certainly an unknown one, whose fault is reported with all others. */
function withFewKeys(value: unknown): unknown {
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return value.map(withFewKeys);
  return Object.fromEntries(
    Object.entries(value)
      .slice(0, KEYS)
      .map(([name, inner]) => [name, withFewKeys(inner)]),
  );
}

function coercerOf(schema: GraphQLSchema, operation: OperationDefinitionNode): CoerceAll {
  const known = OPERATIONS.get(operation);
  if (known !== undefined) return known;
  const coercer = newCoercer(schema, operation);
  OPERATIONS.set(operation, coercer);
  return coercer;
}

function newCoercer(schema: GraphQLSchema, { variableDefinitions = [] }: OperationDefinitionNode): CoerceAll {
  const variables = variableDefinitions.map(({ variable, type: node, defaultValue, ...definition }) => {
    // Overloads of `typeFromAST` distinguish the kinds of nodes; a variable's type may be of any kind.
    const type = typeFromAST(schema, node as Parameters<typeof typeFromAST>[1]) as GraphQLInputType | undefined;
    const isFree = type !== undefined && !isNonNullType(type) && defaultValue === undefined;
    return { ...definition, name: variable.name.value, coerce: type && coerceTo(type), isFree };
  });
  return (sent) => {
    const coerced: { [name: string]: unknown } = {};
    for (const { name, coerce, isFree } of variables) {
      if (!Object.hasOwn(sent, name)) {
        if (!isFree) return null;
        continue;
      }
      const value = coerce === undefined ? UNDECIDED : coerce(sent[name]);
      if (value === UNDECIDED) return null;
      coerced[name] = value;
    }
    return coerced;
  };
}

function coerceTo(type: GraphQLInputType): Coerce {
  const known = TYPES.get(type);
  if (known !== undefined) return known;
  const coerce = newCoerce(type);
  TYPES.set(type, coerce);
  return coerce;
}

function newCoerce(type: GraphQLInputType): Coerce {
  if (isNonNullType(type)) {
    const inner = coerceTo(type.ofType);
    return (sent) => (isNothing(sent) ? UNDECIDED : inner(sent));
  }
  if (isListType(type)) return toList(coerceTo(type.ofType));
  return isInputObjectType(type) ? toObject(type) : toLeaf(type);
}

function toList(inner: Coerce): Coerce {
  return (sent) => {
    if (isNothing(sent)) return null;
    if (!Array.isArray(sent)) {
      const only = inner(sent);
      return only === UNDECIDED ? UNDECIDED : [only];
    }
    const items: unknown[] = [];
    for (const item of sent) {
      const value = inner(item);
      if (value === UNDECIDED) return UNDECIDED;
      items.push(value);
    }
    return items;
  };
}

interface Member {
  readonly name: string;
  /** Its index among the fields of the type, which is its position in the object. */
  readonly place: number;
  readonly coerce: Coerce;
}

function toObject(type: GraphQLInputObjectType): Coerce {
  const fields = Object.values(type.getFields());
  if (type.isOneOf || fields.some((field) => isRequiredInputField(field) || field.defaultValue !== undefined)) {
    return (sent) => (isNothing(sent) ? null : UNDECIDED);
  }
  const places = new Map(fields.map((field, place) => [field.name, { type: field.type, place }]));
  // Types refer to each other: members are created when first used.
  const members = new Map<string, Member>();
  const memberOf = (name: string): Member | null => {
    const known = members.get(name);
    const field = places.get(name);
    if (known !== undefined || field === undefined) return known ?? null;
    const member = { name, place: field.place, coerce: coerceTo(field.type) };
    members.set(name, member);
    return member;
  };

  return (sent) => {
    if (isNothing(sent)) return null;
    if (typeof sent !== "object" || Array.isArray(sent)) return UNDECIDED;
    const given: Member[] = [];
    for (const name of Object.keys(sent)) {
      const member = memberOf(name);
      if (member === null) return UNDECIDED;
      given.push(member);
    }
    if (given.length > 1) given.sort((one, other) => one.place - other.place);
    const object: { [name: string]: unknown } = {};
    for (const { name, coerce } of given) {
      const value = coerce((sent as Values)[name]);
      if (value === UNDECIDED) return UNDECIDED;
      object[name] = value;
    }
    return object;
  };
}

function toLeaf(type: GraphQLLeafType): Coerce {
  const coerce: Coerce = (sent) => {
    if (isNothing(sent)) return null;
    if (sent instanceof LeafValue) return toParameter(sent, coerce);
    try {
      const value = type.parseValue(sent);
      return value === undefined ? UNDECIDED : value;
    } catch {
      return UNDECIDED;
    }
  };
  return coerce;
}

function toParameter(leaf: LeafValue, coerce: Coerce): unknown {
  const value = coerce(leaf.value);
  if (!isVaried(value)) return UNDECIDED;
  leaf.coerce = coerce;
  return new Parameter(leaf.number, value);
}

/** Texts and numbers can be operands, and vary. */
export function isVaried(value: unknown): value is string | number {
  return typeof value === "string" || typeof value === "number";
}

function isNothing(sent: unknown): sent is null | undefined {
  return sent === null || sent === undefined;
}
