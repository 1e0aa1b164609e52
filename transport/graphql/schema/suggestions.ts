import {
  GraphQLError,
  type GraphQLSchema,
  type GraphQLType,
  getNamedType,
  isInputObjectType,
  isInterfaceType,
  isObjectType,
} from "graphql";
import { ACTIONS, type Access, type Schema } from "../../../engine/internal.ts";
import { meaningOf } from "./meaning.ts";
import { typeName } from "./names.ts";

/** Prefix of graphql-js's suggestions at the end of a message. */
const HINT = " Did you mean ";

/**
 * Suggestions in errors of documents and variables: names of the schema near to the one that was sent. Names of content
 * types that the caller has no right on are removed, and all of them if introspection is refused.
 */
export class Suggestions {
  readonly #introspection: boolean;
  /** uids of the content types that names of types and fields belong to. */
  readonly #owners: ReadonlyMap<string, string>;

  constructor(graphqlSchema: GraphQLSchema, schema: Schema, introspection: boolean) {
    this.#introspection = introspection;
    this.#owners = ownersOf(graphqlSchema, schema);
  }

  /** The errors as this caller may see them. */
  shownTo(access: Access, errors: readonly GraphQLError[]): readonly GraphQLError[] {
    return errors.map((error) => {
      const message = this.#shown(access, error.message);
      return message === error.message ? error : withMessage(error, message);
    });
  }

  #shown(access: Access, message: string): string {
    const at = message.lastIndexOf(HINT);
    if (at === -1) return message;
    const fault = message.slice(0, at);
    if (!this.#introspection) return fault;
    const hint = message.slice(at);
    const names = hint.match(/"[^"]*"/g) ?? [];
    const shown = names.filter((name) => this.#mayKnow(access, name.slice(1, -1)));
    if (shown.length === names.length) return message;
    return shown.length === 0 ? fault : `${fault}${hint.slice(0, hint.indexOf('"'))}${listed(shown)}?`;
  }

  #mayKnow(access: Access, name: string): boolean {
    const owner = this.#owners.get(name);
    return owner === undefined || ACTIONS.some((action) => access.may(owner, action));
  }
}

function ownersOf(graphqlSchema: GraphQLSchema, schema: Schema): ReadonlyMap<string, string> {
  const owners = new Map<string, string>();
  const byName = [...schema.types.values()].map((type) => [typeName(type), type.uid] as const);
  // If one type's name is a prefix of another's, the longer name takes precedence: it comes last.
  byName.sort(([one], [other]) => one.length - other.length);
  const types = Object.values(graphqlSchema.getTypeMap());
  for (const { name } of types) {
    for (const [prefix, uid] of byName) if (name.startsWith(prefix)) owners.set(name, uid);
  }
  for (const type of types) {
    if (!isObjectType(type) && !isInterfaceType(type) && !isInputObjectType(type)) continue;
    for (const field of Object.values(type.getFields())) {
      const meaning = meaningOf(field);
      const owner =
        meaning !== undefined && "type" in meaning
          ? meaning.type.uid
          : owners.get(getNamedType(field.type as GraphQLType).name);
      if (owner !== undefined && !owners.has(field.name)) owners.set(field.name, owner);
    }
  }
  return owners;
}

function withMessage(error: GraphQLError, message: string): GraphQLError {
  const { nodes = null, source = null, positions = null, path = null, originalError = null, extensions } = error;
  return new GraphQLError(message, { nodes, source, positions, path, originalError, extensions });
}

/** In the format of graphql-js. */
function listed(names: readonly string[]): string {
  if (names.length < 3) return names.join(" or ");
  return `${names.slice(0, -1).join(", ")}, or ${names.at(-1)}`;
}
