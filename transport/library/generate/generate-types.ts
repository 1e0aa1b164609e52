import type { ContentType, Schema } from "../../../engine/internal.ts";
import { typeNames } from "../../contract/model/type-names.ts";
import type { ProfileName } from "../../contract/profiles/profile-name.ts";
import { clientText } from "./client-text.ts";
import { interfacesOf, keyOf, morphType } from "./interfaces.ts";
import { localeCodes, schemaType } from "./schema-type.ts";
import { SHARED_TYPES } from "./shared-types.ts";

export interface GenerateOptions {
  /** Profile of the server that the client is for. Default: `contract`. */
  readonly profile?: ProfileName;
  /** Prefix of its paths. Default: `/api`. */
  readonly prefix?: string;
}

/**
 * A TypeScript module, without imports, with interfaces for all content types and components of a schema, the type of the
 * schema itself, and a client of its REST API. Deterministic.
 */
export function generateTypes(schema: Schema, options: GenerateOptions = {}): string {
  const { profile = "contract", prefix = "/api" } = options;
  const naming = { schema, names: typeNames(schema, { taken: TAKEN, endings: ["Input"] }) };
  const models = [...schema.types.values(), ...schema.components.values()];
  const reachable = [...schema.types.values()].filter((type) => type.rest);
  const table = (name: string, kind: ContentType["kind"], pathOf: (type: ContentType) => string) => {
    const lines = reachable
      .filter((type) => type.kind === kind)
      .map((type) => [keyOf(pathOf(type)), naming.names.get(type.uid)] as const)
      .map(([key, entry]) => `  ${key}: { entry: ${entry}; input: ${entry}Input };`);
    return `export interface ${name} {\n${lines.join("\n")}${lines.length === 0 ? "" : "\n"}}\n`;
  };
  return [
    "// Written by `galley types`: changes are lost when it runs again.\n",
    SHARED_TYPES,
    `/** Codes of the locales that localized types may be in. */\nexport type Locale = ${localeCodes(schema.locales)};\n`,
    ...models.map((model) => interfacesOf(naming, model)),
    ...[morphType(naming)].filter((text) => text !== ""),
    "/** Collections by path. */",
    table("Collections", "collection", (type) => type.pluralName),
    "/** Single types by path. */",
    table("Singles", "single", (type) => type.singularName),
    schemaType(schema),
    clientText(profile, prefix),
  ]
    .join("\n")
    .replace(/(\*\/)\n\n/g, "$1\n");
}

/** Names that the generated file itself uses. */
const TAKEN = [
  "Blocks",
  "Client",
  "ClientError",
  "ClientOptions",
  "Collection",
  "Collections",
  "Condition",
  "DeleteOptions",
  "EntryWith",
  "Filters",
  "Json",
  "Link",
  "List",
  "Locale",
  "Morph",
  "MorphLink",
  "MorphReference",
  "Populate",
  "Query",
  "Schema",
  "Single",
  "Singles",
  "Sort",
  "WriteOptions",
];
