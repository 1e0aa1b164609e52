import { createRequire } from "node:module";
import { join } from "node:path";
import type { OwnResolvers } from "../../../../parts/graphql/extension/schema-extension.ts";
import { lackingPackage } from "../../loading/lacking-package.ts";
import type { Loose } from "../../strapi-object.ts";

/** Types of nexus as definitions in the schema language, and their resolvers. */
export interface Defined {
  readonly typeDefs: string;
  readonly resolvers: OwnResolvers;
}

/** Methods by which nexus's blocks declare Strapi's scalars. */
const METHODS: ReadonlyMap<string, string> = new Map([
  ["JSON", "json"],
  ["DateTime", "dateTime"],
  ["Time", "time"],
  ["Date", "date"],
  ["Long", "long"],
]);

/** The package nexus of a project, which Strapi's plugin brings; loaded with the first code that asks for it. */
export class Nexus {
  readonly #project: string;
  #loaded: { readonly nexus: Loose; readonly graphql: Loose } | null = null;

  constructor(project: string) {
    this.#project = project;
  }

  /** `nexus`; any use is refused by name where the project does not have the package. */
  get builders(): Loose {
    return this.#load()?.nexus ?? lackingPackage("nexus");
  }

  #load() {
    this.#loaded ??= loadFrom(this.#project);
    return this.#loaded;
  }

  /** Types over the definitions of all others, whose fields they may replace. Throws what nexus throws. */
  definitionsOf({ types, plugins = [] }: Loose, usual: string): Defined {
    const loaded = this.#load();
    if (loaded === null) return lackingPackage("nexus").makeSchema();
    const { nexus, graphql } = loaded;
    const base = graphql.buildSchema(usual, { assumeValid: true });
    const usualTypes = Object.entries<Loose>(base.getTypeMap()).map(([name, type]) =>
      METHODS.has(name) ? nexus.asNexusMethod(type, METHODS.get(name)) : type,
    );
    const isNamed = (type: Loose) => !graphql.isIntrospectionType(type) && !graphql.isSpecifiedScalarType(type);
    const schema = nexus.makeSchema({
      types: [usualTypes.filter(isNamed), types],
      plugins,
      shouldGenerateArtifacts: false,
      features: { abstractTypeStrategies: { __typename: true } },
    });
    return addedTo(base, schema, graphql);
  }
}

/** Null where the project does not have the package. */
function loadFrom(project: string) {
  const root = createRequire(join(project, "package.json"));
  const from = (require: NodeJS.Require, name: string): NodeJS.Require | null => {
    try {
      return createRequire(require.resolve(name));
    } catch {
      return null;
    }
  };
  const plugin = from(root, "@strapi/plugin-graphql/package.json");
  const at = from(root, "nexus") ?? (plugin && from(plugin, "nexus"));
  // Its types are made by the copy of graphql-js beside it.
  return at && { nexus: at("nexus"), graphql: at("graphql") };
}

/** The types and fields that a schema has over another one, or in place of its own. */
function addedTo(base: Loose, schema: Loose, graphql: Loose): Defined {
  const typeDefs: string[] = [];
  const resolvers: Record<string, Record<string, unknown>> = {};
  for (const type of Object.values<Loose>(schema.getTypeMap())) {
    if (graphql.isIntrospectionType(type) || graphql.isSpecifiedScalarType(type)) continue;
    const usual = base.getType(type.name);
    const isObject = graphql.isObjectType(type);
    const own = isObject || graphql.isInputObjectType(type) ? ownFields(type, usual, graphql) : {};
    if (usual === undefined) typeDefs.push(graphql.printType(type));
    else if (Object.keys(own).length > 0) typeDefs.push(`extend ${graphql.printType(withFields(type, own))}`);
    const code = usual === undefined ? codeOf(type, graphql) : {};
    for (const [name, { resolve }] of isObject ? Object.entries<Loose>(own) : []) {
      if (resolve && resolve !== graphql.defaultFieldResolver) code[name] = resolve;
    }
    if (Object.keys(code).length > 0) resolvers[type.name] = code;
  }
  return { typeDefs: typeDefs.join("\n"), resolvers };
}

function ownFields(type: Loose, usual: Loose, graphql: Loose): Record<string, Loose> {
  const { fields } = type.toConfig();
  const before = usual?.getFields() ?? {};
  return Object.fromEntries(
    Object.entries<Loose>(fields).filter(([name, { type: shown, resolve }]) => {
      const isNew = String(before[name]?.type) !== String(shown);
      return isNew || (resolve && resolve !== graphql.defaultFieldResolver);
    }),
  );
}

function withFields(type: Loose, fields: Loose): Loose {
  return new type.constructor({ ...type.toConfig(), fields, interfaces: [], description: undefined });
}

/** The code of a type itself: values of an enum, the type of an object, the form of a scalar. */
function codeOf(type: Loose, graphql: Loose): Record<string, unknown> {
  if (graphql.isEnumType(type)) {
    return Object.fromEntries(type.getValues().map(({ name, value }: Loose) => [name, value]));
  }
  if (graphql.isScalarType(type)) return type;
  return {
    ...(type.resolveType && { __resolveType: type.resolveType }),
    ...(type.isTypeOf && { __isTypeOf: type.isTypeOf }),
  };
}
