import {
  astFromValue,
  type ConstValueNode,
  type DefinitionNode,
  type FieldDefinitionNode,
  type GraphQLField,
  type GraphQLSchema,
  type InputValueDefinitionNode,
  isObjectType,
  Kind,
  parse,
  parseType,
  visit,
} from "graphql";

/** The definitions in a document of the schema language. Throws GraphQLError for a syntax error. */
export function ownDefinitions(text: string): readonly DefinitionNode[] {
  return text.trim() === "" ? [] : parse(text).definitions;
}

/** The names of types that definitions use. */
export function namesIn(definitions: readonly DefinitionNode[]): ReadonlySet<string> {
  const names = new Set<string>();
  const note = ({ name }: { readonly name: { readonly value: string } }) => void names.add(name.value);
  for (const node of definitions) {
    if ("name" in node && node.name !== undefined) names.add(node.name.value);
    visit(node, { NamedType: note });
  }
  return names;
}

const EXTENSIONS: ReadonlyMap<string, Kind> = new Map([
  [Kind.OBJECT_TYPE_DEFINITION, Kind.OBJECT_TYPE_EXTENSION],
  [Kind.INTERFACE_TYPE_DEFINITION, Kind.INTERFACE_TYPE_EXTENSION],
  [Kind.UNION_TYPE_DEFINITION, Kind.UNION_TYPE_EXTENSION],
  [Kind.ENUM_TYPE_DEFINITION, Kind.ENUM_TYPE_EXTENSION],
  [Kind.INPUT_OBJECT_TYPE_DEFINITION, Kind.INPUT_OBJECT_TYPE_EXTENSION],
]);

/** Definitions as extensions of a schema, as Strapi merges them: what is defined a second time is extended. */
export function asExtensions(definitions: readonly DefinitionNode[], schema: GraphQLSchema): readonly DefinitionNode[] {
  const defined = new Set(Object.keys(schema.getTypeMap()));
  return definitions.flatMap((node) => {
    if (!("name" in node) || node.name === undefined) return [];
    const { value: name } = node.name;
    if (!defined.has(name)) {
      if (node.kind.endsWith("Definition")) defined.add(name);
      return [node];
    }
    if (node.kind === Kind.SCALAR_TYPE_DEFINITION) return [];
    return [{ ...node, kind: EXTENSIONS.get(node.kind) ?? node.kind } as DefinitionNode];
  });
}

/** A definition in which fields that a schema has keep their arguments beside their own. */
export function withArguments(node: DefinitionNode, schema: GraphQLSchema): DefinitionNode {
  if (node.kind !== Kind.OBJECT_TYPE_DEFINITION && node.kind !== Kind.OBJECT_TYPE_EXTENSION) return node;
  const type = schema.getType(node.name.value);
  if (!isObjectType(type)) return node;
  const fields = node.fields?.map((field) => {
    const usual = type.getFields()[field.name.value];
    return usual === undefined
      ? field
      : { ...field, arguments: [...usualArguments(usual, field), ...(field.arguments ?? [])] };
  });
  return { ...node, ...(fields && { fields }) };
}

function usualArguments(
  { args }: GraphQLField<unknown, unknown>,
  { arguments: own = [] }: FieldDefinitionNode,
): readonly InputValueDefinitionNode[] {
  const names = new Set(own.map(({ name }) => name.value));
  return args
    .filter(({ name }) => !names.has(name))
    .map(({ name, type, defaultValue }) => {
      const literal = defaultValue === undefined ? null : astFromValue(defaultValue, type);
      return {
        kind: Kind.INPUT_VALUE_DEFINITION,
        name: { kind: Kind.NAME, value: name },
        type: parseType(String(type)),
        // The literal of a value has no variables in it.
        ...(literal && { defaultValue: literal as ConstValueNode }),
      };
    });
}
