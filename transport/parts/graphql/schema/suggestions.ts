import {
  GraphQLError,
  type GraphQLSchema,
  type GraphQLType,
  getNamedType,
  isEnumType,
  isInputObjectType,
  isInterfaceType,
  isObjectType,
} from "graphql";
import {
  ACTIONS,
  type Access,
  type Action,
  type AnyModel,
  componentUids,
  type Schema,
} from "../../../../engine/internal.ts";
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
  readonly #owners: Owners;

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
    const owners = this.#owners.get(name);
    if (owners === undefined || owners === "everyone") return true;
    const may = (uid: string, actions: readonly Action[]) => actions.some((action) => access.may(uid, action));
    return owners.some(
      ({ uid, secret, target }) => may(uid, secret ? WRITES : ACTIONS) && (target === null || may(target, ACTIONS)),
    );
  }
}

/** A content type that has something of a name. `secret`: only whoever may write its entries learns of it. */
interface Owner {
  readonly uid: string;
  readonly secret: boolean;
  /** The content type that it leads to, which has to be known too. */
  readonly target: string | null;
}

/** By name of a type, field or value: the content types that have it, or everyone. */
type Owners = ReadonlyMap<string, readonly Owner[] | "everyone">;

const WRITES: readonly Action[] = ["create", "update"];

function ownersOf(graphqlSchema: GraphQLSchema, schema: Schema): Owners {
  const owners = new Map<string, Owner[] | "everyone">();
  const add = (name: string, found: readonly Owner[] | "everyone"): void => {
    const known = owners.get(name) ?? [];
    owners.set(name, known === "everyone" || found === "everyone" ? "everyone" : [...known, ...found]);
  };
  const types = Object.values(graphqlSchema.getTypeMap());
  const models = modelsByName(
    schema,
    types.map(({ name }) => name),
  );
  const users = usersOfComponents(schema);
  const ownersOfModel = (model: AnyModel, secret = false, target: string | null = null): readonly Owner[] =>
    (model.model === "component" ? [...(users.get(model.uid) ?? [])] : [model.uid]).map((uid) => ({
      uid,
      secret,
      target,
    }));
  for (const type of types) {
    const model = models.get(type.name);
    if (model !== undefined) add(type.name, ownersOfModel(model));
    if (!isObjectType(type) && !isInterfaceType(type) && !isInputObjectType(type)) continue;
    for (const field of Object.values(type.getFields())) {
      const meaning = meaningOf(field);
      const root = meaning !== undefined && "type" in meaning ? meaning.type : undefined;
      const owner = root ?? model;
      const attribute = model?.attributes.get(field.name);
      const target = attribute?.kind === "relation" ? attribute.target : null;
      const found = owner === undefined ? "everyone" : ownersOfModel(owner, attribute?.private, target);
      add(field.name, found);
      if ("args" in field) for (const { name } of field.args) add(name, "everyone");
      const named = getNamedType(field.type as GraphQLType);
      if (isEnumType(named)) for (const { name } of named.getValues()) add(name, found);
    }
  }
  return owners;
}

/** The content type or component that each of the named types was made for. */
function modelsByName(schema: Schema, names: readonly string[]): ReadonlyMap<string, AnyModel> {
  const models = new Map<string, AnyModel>();
  const byName = [...schema.types.values(), ...schema.components.values()].map(
    (model) => [typeName(model), model] as const,
  );
  // If one type's name is a prefix of another's, the longer name takes precedence: it comes last.
  byName.sort(([one], [other]) => one.length - other.length);
  for (const name of names) for (const [prefix, model] of byName) if (name.startsWith(prefix)) models.set(name, model);
  return models;
}

/** By component: the uids of the content types whose entries may have it, at any depth. */
function usersOfComponents(schema: Schema): ReadonlyMap<string, ReadonlySet<string>> {
  const users = new Map<string, Set<string>>();
  const visit = (model: AnyModel, uid: string): void => {
    for (const attribute of model.attributes.values()) {
      const inside = componentUids(attribute);
      for (const each of inside) {
        const known = users.get(each) ?? new Set();
        users.set(each, known);
        if (known.has(uid)) continue;
        known.add(uid);
        visit(schema.component(each), uid);
      }
    }
  };
  for (const type of schema.types.values()) visit(type, type.uid);
  return users;
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
