import { isRecord, type Schema, type SchemaDefinition, type UnknownRecord } from "../../../engine/internal.ts";
import { withAccessTypes } from "../../strapi/archive/access-types.ts";
import { archiveDefinition } from "../../strapi/archive/read/archive-definition.ts";
import { componentLine, typeLine } from "../../strapi/archive/write/schema-line.ts";
import { repairDefinition } from "../../strapi/project/definition/repair-definition.ts";
import { loadProject } from "../../strapi/project/load-project.ts";
import { recordAt } from "../../strapi/project/record.ts";
import { RefusedError, TwinError } from "../twin-error.ts";
import { inferTypes } from "./infer-types.ts";
import { describedTypes, openApiDocument } from "./openapi-document.ts";
import { toldRoutes } from "./strapi-document.ts";
import type { Upstream } from "./upstream.ts";

/** The content types of a source. */
export interface SourceTypes {
  /** How they were read: `content-type-builder`, the path of `--schema`, or `inferred` from answers. */
  readonly from: string;
  /** Links that are left out, as nothing tells where they lead. */
  readonly unknown: readonly string[];
  readonly definition: SchemaDefinition;
  readonly schema: Schema;
  /** The lines of an archive that describe them. */
  readonly lines: readonly UnknownRecord[];
  /** `rest.populate`, as the route middlewares of the project set it. */
  readonly populate: { readonly [uid: string]: unknown };
  /** Files with the project's own code. */
  readonly code: readonly string[];
}

/**
 * The content types of a source: from the project or OpenAPI document at `path` if one is given, else from the source's
 * content type builder, which takes a token with full access, else from the answers to the routes of these names.
 *
 * @throws TwinError if the token may not read them; ProjectError for a project that cannot be read.
 */
export async function sourceTypes(
  upstream: Upstream,
  path?: string,
  names: readonly string[] = [],
): Promise<SourceTypes> {
  if (path !== undefined) {
    const document = await openApiDocument(path);
    if (document !== null) return documentedTypes(upstream, path, document);
    const { definition, populate, code } = await loadProject(path, { runCode: false });
    return { ...typesOf(path, definition, populate), code };
  }
  try {
    const types = listOf(await upstream.json("/content-type-builder/content-types"));
    const components = listOf(await upstream.json("/content-type-builder/components"));
    return typesOf("content-type-builder", definitionOf(types, components));
  } catch (error) {
    if (!(error instanceof RefusedError) || error.status === 401) throw error;
    const { status } = error;
    const routes = names.filter((name) => !name.includes(":"));
    if (routes.length > 0) {
      const { definition, unknown } = await inferTypes(upstream, routes);
      return { ...typesOf("inferred", definition as unknown as SchemaDefinition), unknown };
    }
    if (status === 403)
      throw new TwinError(
        "this token may not read content types (403): give --schema PATH of the project, or a full-access token",
      );
    const said = error.message.replace(": left out", "");
    if (status === 404 && upstream.prefix !== "/api")
      throw new TwinError(`${said}: the path of its URL must be where its API begins, mostly /api`);
    throw new TwinError(status < 429 ? `${said}: give --schema PATH of the project` : said);
  }
}

/** The types that an OpenAPI document describes: all of them in a Galley's, scalars alone in a Strapi's. */
async function documentedTypes(upstream: Upstream, path: string, document: UnknownRecord): Promise<SourceTypes> {
  const described = describedTypes(document);
  if (described !== null) return typesOf(path, described);
  const told = toldRoutes(document, upstream.prefix);
  if (told.size === 0)
    throw new TwinError(`${path} is an OpenAPI document that describes no content types of Strapi 5`);
  const { definition, unknown } = await inferTypes(upstream, [...told.keys()], told);
  return { ...typesOf(path, definition as unknown as SchemaDefinition), unknown };
}

function typesOf(from: string, given: SchemaDefinition, populate: SourceTypes["populate"] = {}): SourceTypes {
  const { definition, schema } = repairDefinition(withAccessTypes(given));
  const types = Object.entries(definition.contentTypes).map(([uid, type]) => typeLine(uid, type));
  const components = Object.entries(definition.components ?? {}).map(([uid, part]) => componentLine(uid, part));
  return { from, unknown: [], code: [], definition, schema, lines: [...types, ...components], populate };
}

function listOf(answer: unknown): readonly UnknownRecord[] {
  const { data } = isRecord(answer) ? answer : {};
  if (!Array.isArray(data)) throw new TwinError("the source's list of content types is none");
  return data.filter(isRecord);
}

/** Types in the form of the content type builder as a definition. */
function definitionOf(types: readonly UnknownRecord[], components: readonly UnknownRecord[]): SchemaDefinition {
  const placed = (line: UnknownRecord) => [String(line.uid), { place: String(line.uid), value: line }] as const;
  const found = archiveDefinition({
    contentTypes: new Map(types.map((type) => placed({ uid: type.uid, ...typeOf(type) }))),
    components: new Map(components.map((part) => placed({ uid: part.uid, ...partOf(part) }))),
  });
  return found as unknown as SchemaDefinition;
}

function typeOf(type: UnknownRecord): UnknownRecord {
  const { kind, collectionName, pluginOptions, draftAndPublish, displayName, singularName, pluralName } = recordAt(
    type,
    "schema",
  );
  return {
    kind,
    ...(collectionName !== undefined && { collectionName }),
    info: { displayName, singularName, pluralName },
    options: { draftAndPublish },
    ...(pluginOptions !== undefined && { pluginOptions }),
    attributes: attributesOf(type),
  };
}

function partOf(part: UnknownRecord): UnknownRecord {
  const { collectionName, displayName } = recordAt(part, "schema");
  return {
    ...(collectionName !== undefined && { collectionName }),
    info: { displayName },
    attributes: attributesOf(part),
  };
}

/** Without what the content type builder adds for its page. */
function attributesOf(model: UnknownRecord): UnknownRecord {
  const attributes = Object.entries(recordAt(recordAt(model, "schema"), "attributes")).map(([name, attribute]) => {
    if (!isRecord(attribute)) return [name, attribute];
    const { targetAttribute, configurable, conditions, ...own } = attribute;
    return [name, Object.fromEntries(Object.entries(own).filter(([, value]) => value !== null))];
  });
  return Object.fromEntries(attributes);
}
