import {
  astFromValue,
  type GraphQLArgument,
  type GraphQLField,
  type GraphQLInputField,
  type GraphQLNamedType,
  type GraphQLSchema,
  type GraphQLType,
  getNamedType,
  isAbstractType,
  isEnumType,
  isInputObjectType,
  isInterfaceType,
  isObjectType,
  print,
} from "graphql";
import { makeElement } from "../make-element.ts";

/** Creates the link to a type. */
type LinkTo = (name: string) => Node;

/** The description of a type: its text, and its fields, values or possible types. */
export function describeType(type: GraphQLNamedType, schema: GraphQLSchema, linkTo: LinkTo): readonly Node[] {
  return [...textOf(type.description), ...membersOf(type, schema, linkTo)];
}

function membersOf(type: GraphQLNamedType, schema: GraphQLSchema, linkTo: LinkTo): readonly Node[] {
  if (isEnumType(type)) {
    const values = type.getValues().map((value) => item(makeElement("code", "", value.name), value));
    return section("Values", values);
  }
  const possible = isAbstractType(type)
    ? section(
        "Possible types",
        schema.getPossibleTypes(type).map(({ name }) => makeElement("li", "", linkTo(name))),
      )
    : [];
  if (isObjectType(type) || isInterfaceType(type)) {
    const fields = Object.values(type.getFields()).map((field) => fieldItem(field, linkTo));
    return [...section("Fields", fields), ...possible];
  }
  if (isInputObjectType(type)) {
    const fields = Object.values(type.getFields()).map((field) => item(inputText(field, linkTo), field));
    return section("Fields", fields);
  }
  return possible;
}

function fieldItem(field: GraphQLField<unknown, unknown>, linkTo: LinkTo): HTMLElement {
  const shown = item(makeElement("code", "", `${field.name}: `, ...typeText(field.type, linkTo)), field);
  if (field.args.length > 0) {
    const items = field.args.map((argument) => item(inputText(argument, linkTo), argument));
    shown.append(makeElement("ul", "arguments", ...items));
  }
  return shown;
}

function inputText({ name, type, defaultValue }: GraphQLArgument | GraphQLInputField, linkTo: LinkTo): Node {
  const value = defaultValue === undefined ? null : astFromValue(defaultValue, type);
  const printed = value ? [` = ${print(value)}`] : [];
  return makeElement("code", "", `${name}: `, ...typeText(type, linkTo), ...printed);
}

/** A type reference, its name a link. */
function typeText(type: GraphQLType, linkTo: LinkTo): readonly (Node | string)[] {
  const { name } = getNamedType(type);
  const [before = "", after = ""] = String(type).split(name);
  return [before, linkTo(name), after];
}

interface Described {
  readonly description?: string | null | undefined;
  readonly deprecationReason?: string | null | undefined;
}

function item(shown: Node, { description, deprecationReason }: Described): HTMLElement {
  const deprecated = deprecationReason ? `Deprecated: ${deprecationReason}` : null;
  return makeElement("li", "", shown, ...textOf(description), ...textOf(deprecated));
}

function textOf(text: string | null | undefined): readonly Node[] {
  return text ? [makeElement("p", "", text)] : [];
}

function section(title: string, items: readonly Node[]): readonly Node[] {
  return [makeElement("h3", "", title), makeElement("ul", "", ...items)];
}
