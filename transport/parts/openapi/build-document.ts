import type { Schema } from "../../../engine/internal.ts";
import { hasRight } from "../../access/tokens.ts";
import { typeNames } from "../../contract/model/type-names.ts";
import type { Profile } from "../../contract/profiles/profile.ts";
import type { RestConfig } from "../../contract/profiles/rest-config.ts";
import type { ListedRoute, RouteInfo } from "../../http/route-list.ts";
import type { Needs } from "../../http/router.ts";
import { Components } from "./components.ts";
import { type Asker, type Context, ENDINGS, type Scheme } from "./context.ts";
import type { Method, OpenApiDocument, Parameter, PathItem } from "./document.ts";
import { METHODS } from "./document.ts";
import { type Describe, type Description, headOf, operationOf } from "./operations/operation.ts";
import { withPositions } from "./positions.ts";
import { describeModel } from "./schemas/described-models.ts";

/** The parts of a deployment that its document describes. */
export interface Deployed {
  readonly schema: Schema;
  readonly profile: Profile;
  readonly rest: RestConfig;
  readonly entityTags: boolean;
  /** Whether other nodes write to the content too. */
  readonly isShared: boolean;
  /** Whether users can sign in. */
  readonly users: boolean;
  /** The public address of the server; undefined: it is where the document is. */
  readonly url: string | undefined;
  /** Every route of the server. */
  readonly routes: readonly ListedRoute[];
  /** The descriptions of the routes. */
  readonly descriptions: readonly Description[];
}

/** Builds the document of what this asker may do. The same arguments give the same document. */
export function buildDocument(deployed: Deployed, asker: Asker): OpenApiDocument {
  const { schema, profile, rest, entityTags, isShared, users, url, routes, descriptions } = deployed;
  const operations: { readonly [name: string]: Describe } = Object.assign(
    {},
    ...descriptions.map((each) => each.operations),
  );
  const schemes: readonly Scheme[] = users ? ["token", "user"] : ["token"];
  const names = typeNames(schema, { taken: TAKEN, endings: ENDINGS });
  const components = new Components();
  const context: Context = {
    schema,
    names,
    profile,
    rest,
    entityTags,
    isShared,
    asker,
    schemes,
    components,
    models: new Set(),
  };
  const paths = new Map<string, { [M in Method]?: ReturnType<typeof operationOf> }>();
  const tags = new Set<string>();
  for (const route of routes) {
    if (!mayCall(asker, route.needs)) continue;
    if (route.describes === null) continue;
    const describe = operations[route.describes];
    if (describe === undefined) throw new Error(`No operation is called ${route.describes}`);
    const described = describe(context, route);
    const { needs, callers } = route;
    const operation = operationOf(context, route.describes, withPositions(context, described), {
      needs,
      isPublic: callers.includes("public"),
    });
    const item = paths.get(route.path) ?? {};
    paths.set(route.path, item);
    item[methodOf(route)] = operation;
    if (route.method === "GET") item.head = headOf(operation);
    tags.add(described.tag);
  }
  return {
    openapi: "3.1.0",
    info: { title: "Content API", version: "1.0.0", description: DESCRIPTION },
    servers: [{ url: url?.replace(/(?<!\/)\/+$/, "") || "/" }],
    tags: tagsOf(context, tags, descriptions),
    paths: Object.fromEntries([...paths].map(([path, item]) => [inBraces(path), withParameters(path, item)])),
    components: {
      schemas: components.schemas,
      parameters: components.parameters,
      responses: components.responses,
      headers: components.headers,
      securitySchemes: Object.fromEntries(schemes.map((scheme) => [scheme, SECURITY_SCHEMES[scheme]])),
    },
    "x-galley-models": Object.fromEntries(
      [...context.models].map((model) => [model.uid, describeModel(context, model)]),
    ),
  };
}

const DESCRIPTION =
  "Parameters with `x-galley-query: qs` are nested: they are written in brackets, `filters[title][$eq]=Bread`, as the package `qs` writes them.";

const SECURITY_SCHEMES: { readonly [S in Scheme]: object } = {
  token: { type: "http", scheme: "bearer", description: "An API token." },
  user: { type: "http", scheme: "bearer", bearerFormat: "JWT", description: "What signing in has answered." },
};

/** Schema names that the document itself uses. */
const TAKEN = [
  ...[
    "BigIntegerFilter",
    "Blocks",
    "BooleanFilter",
    "Count",
    "DateFilter",
    "FileLink",
    "FileReference",
    "InstantFilter",
  ],
  ...["JsonFilter", "Link", "LinkFilter", "DocumentReference", "NumberFilter", "Pagination", "PlacedDocumentReference"],
  ...["PlacedFileReference", "PresenceFilter", "Session", "TextFilter", "TimeFilter", "TodoError", "TodoItem"],
];

function tagsOf(
  { schema, names }: Context,
  used: ReadonlySet<string>,
  described: readonly Description[],
): OpenApiDocument["tags"] {
  const ofTypes = [...schema.types.values()].map((type) => [
    names.get(type.uid),
    `${type.displayName}, \`${type.uid}\`.`,
  ]);
  const descriptions = new Map([
    ...described.flatMap(({ tag }) => (tag === undefined ? [] : [[tag.name, tag.description] as const])),
    ...ofTypes.map(([name = "", description = ""]) => [name, description] as const),
  ]);
  return [...used].map((name) => ({ name, description: descriptions.get(name) ?? name }));
}

function mayCall({ access, isUser }: Asker, needs: Needs | null): boolean {
  if (needs === null) return true;
  if (needs === "signed in") return isUser;
  if (needs === "credentials") return access.authenticated;
  return typeof needs === "object" && hasRight(access, needs);
}

function methodOf({ method }: RouteInfo): Method {
  const name = METHODS.find((each) => each === method.toLowerCase());
  if (name === undefined) throw new Error(`No operation has the method ${method}`);
  return name;
}

/** Converts `/api/posts/:documentId` to `/api/posts/{documentId}`. */
function inBraces(path: string): string {
  return path.replaceAll(/:(\w+)/g, "{$1}");
}

function withParameters(path: string, item: PathItem): PathItem {
  const parameters = [...path.matchAll(/:(\w+)/g)].map(([, name = ""]) => pathParameter(name));
  return parameters.length === 0 ? item : { parameters, ...item };
}

function pathParameter(name: string): Parameter {
  const schema = { type: name === "id" ? "integer" : "string" };
  return { name, in: "path", required: true, schema };
}
