import {
  assertValidSchema,
  type DefinitionNode,
  extendSchema,
  GraphQLEnumType,
  type GraphQLNamedType,
  type GraphQLObjectType,
  GraphQLScalarType,
  GraphQLSchema,
  isAbstractType,
  isIntrospectionType,
  isObjectType,
  Kind,
} from "graphql";
import { isRecord } from "../../../../engine/internal.ts";
import type { Resolving } from "../execute/resolve.ts";
import type { SchemaOptions } from "../schema/build-schema.ts";
import { meaningOf, OWN } from "../schema/meaning.ts";
import { asExtensions, namesIn, ownDefinitions, withArguments } from "./own-definitions.ts";
import { ownResolver, rightOf } from "./own-resolver.ts";
import type { OwnResolver, OwnResolvers, SchemaExtension } from "./schema-extension.ts";

/**
 * A schema with the definitions and resolvers of own code. `build` makes it without them.
 *
 * @throws GraphQLError, or Error, for definitions that are not valid, and resolvers of fields that are not defined.
 */
export function extendedSchema(
  build: (also: NonNullable<SchemaOptions["also"]>) => GraphQLSchema,
  extension: SchemaExtension,
): GraphQLSchema {
  const { typeDefs, replacing, resolvers } = extension;
  const merging = typeDefs.flatMap(ownDefinitions);
  const all = [...ownDefinitions(replacing), ...merging];
  const leaves = leafTypes(all, resolvers);
  const names = namesIn(all);
  const usual = build((named) => [
    ...leaves.filter(({ name }) => !named.has(name)),
    ...[...names].flatMap((name) => named.get(name)?.() ?? []),
  ]);
  const isLeaf = new Set(leaves.map(({ name }) => name));
  const definitions = all
    .filter((node) => !("name" in node && node.name !== undefined && isLeaf.has(node.name.value)))
    .map((node) => (merging.includes(node) ? withArguments(node, usual) : node));
  const extended = extendSchema(
    usual,
    // Without a definition it would be the same schema.
    { kind: Kind.DOCUMENT, definitions: [{ kind: Kind.SCHEMA_EXTENSION }, ...asExtensions(definitions, usual)] },
    { assumeValidSDL: true },
  );
  const schema = withMutations(extended);
  refuseUndefined(schema, resolvers);
  for (const type of Object.values(schema.getTypeMap())) {
    if (isIntrospectionType(type)) continue;
    const own = resolvers[type.name] ?? {};
    if (isObjectType(type)) addResolvers(type, usual.getType(type.name), own, extension);
    addTypeResolvers(type, own, extension);
  }
  assertValidSchema(schema);
  return schema;
}

/** Enums with values of their own, and scalars, which resolvers define. */
function leafTypes(definitions: readonly DefinitionNode[], resolvers: OwnResolvers): readonly GraphQLNamedType[] {
  return definitions.flatMap((node): GraphQLNamedType[] => {
    const own = "name" in node && node.name !== undefined ? resolvers[node.name.value] : undefined;
    if (own === undefined) return [];
    if (node.kind === Kind.SCALAR_TYPE_DEFINITION) {
      const { serialize, parseValue, parseLiteral } = own as unknown as GraphQLScalarType;
      return [new GraphQLScalarType({ name: node.name.value, serialize, parseValue, parseLiteral })];
    }
    if (node.kind !== Kind.ENUM_TYPE_DEFINITION) return [];
    const values = (node.values ?? []).map(({ name: { value } }) => [value, { value: own[value] ?? value }] as const);
    return [new GraphQLEnumType({ name: node.name.value, values: Object.fromEntries(values) })];
  });
}

/** The mutations of own code in a schema without any. */
function withMutations(schema: GraphQLSchema): GraphQLSchema {
  const mutation = schema.getType("Mutation");
  if (schema.getMutationType() || !isObjectType(mutation)) return schema;
  return new GraphQLSchema({ ...schema.toConfig(), mutation });
}

function refuseUndefined(schema: GraphQLSchema, resolvers: OwnResolvers): void {
  for (const [name, fields] of Object.entries(resolvers)) {
    const type = schema.getType(name);
    const lacking = isObjectType(type)
      ? Object.keys(fields).find((field) => !field.startsWith("__") && !Object.hasOwn(type.getFields(), field))
      : undefined;
    if (type === undefined) throw new Error(`"${name}" has resolvers, and is no type of the schema`);
    if (lacking !== undefined) throw new Error(`"${name}.${lacking}" has a resolver, and is no field of the schema`);
  }
}

function addResolvers(
  type: GraphQLObjectType<unknown, Resolving>,
  usualType: GraphQLNamedType | undefined,
  own: OwnResolvers[string],
  extension: SchemaExtension,
): void {
  const usualFields = isObjectType(usualType) ? usualType.getFields() : null;
  for (const field of Object.values(type.getFields())) {
    const path = `${type.name}.${field.name}`;
    const resolver = resolverIn(own[field.name]);
    const usual = usualFields?.[field.name];
    // An own field of a usual type has an entry before it.
    const isAdded = usualFields !== null && String(usual?.type) !== String(field.type);
    if (resolver === null && !isAdded && !extension.isAround(path)) continue;
    const meaning = usual && meaningOf(usual);
    const answers = extension.answers({ path, resolver, isUsual: usual !== undefined, right: rightOf(meaning) });
    field.resolve = ownResolver({ answers, refusal: extension.refusal }, meaning);
    field.extensions = { ...usual?.extensions, ...OWN };
  }
}

function resolverIn(value: unknown): OwnResolver | null {
  const found = isRecord(value) && "resolve" in value ? value.resolve : value;
  return typeof found === "function" ? (found as OwnResolver) : null;
}

function addTypeResolvers(type: GraphQLNamedType, own: OwnResolvers[string], { within }: SchemaExtension): void {
  const { __resolveType: typeOf, __isTypeOf: isTypeOf } = own;
  const around =
    (code: (...given: readonly unknown[]) => unknown) =>
    (value: unknown, { own: resolving }: Resolving, ...more: readonly unknown[]): never => {
      if (resolving === null) throw new TypeError("Own types are in extended schemas only");
      const { entries, operation } = resolving;
      // graphql-js checks the result.
      return within(operation, () => code(entries.shown(value, type.name, null), {}, ...more)) as never;
    };
  if (isAbstractType(type) && typeof typeOf === "function") type.resolveType = around(typeOf as OwnResolver as never);
  if (isObjectType(type) && typeof isTypeOf === "function") type.isTypeOf = around(isTypeOf as OwnResolver as never);
}
