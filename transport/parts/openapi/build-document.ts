import { FULL_ACCESS } from "../../../engine/internal.ts";
import { hasRight } from "../../access/tokens.ts";
import { typeNames } from "../../contract/model/type-names.ts";
import type { ListedRoute, RouteInfo } from "../../http/route-list.ts";
import { type Needs, shapeOf, VARIABLE } from "../../http/router.ts";
import { OWN_ROUTE } from "../routes/own-routes.ts";
import { Components } from "./components.ts";
import { type Asker, type Context, ENDINGS, type Scheme, type Shared } from "./context.ts";
import type { Method, OpenApiDocument, Operation, Parameter, PathItem } from "./document.ts";
import { METHODS } from "./document.ts";
import { type Description, headOf, operationOf } from "./operations/operation.ts";
import { withPositions } from "./positions.ts";
import { describeModel } from "./schemas/described-models.ts";

/** The parts of a deployment that its document describes. */
export interface Deployed extends Shared {
  /** Whether users can sign in. */
  readonly users: boolean;
  /** The public address of the server; undefined: it is where the document is. */
  readonly url: string | undefined;
  /** Every route of the server. */
  readonly routes: readonly ListedRoute[];
  /** The descriptions of the routes. */
  readonly descriptions: readonly Description[];
}

/** A path of the document. */
interface Place {
  readonly path: string;
  /** The first route of it is the user's own. */
  readonly isOwn: boolean;
  readonly item: { [M in Method]?: Operation };
}

/** Builds the document of what this asker may do. The same arguments give the same document. */
export function buildDocument(deployed: Deployed, asker: Asker): OpenApiDocument {
  const { users, url, routes, descriptions, ...shared } = deployed;
  const { schema } = shared;
  const operations = new Map(
    descriptions.flatMap(({ tag, operations }) =>
      Object.entries(operations).map(([name, describe]) => [name, { describe, tag: tag?.name }] as const),
    ),
  );
  const schemes: readonly Scheme[] = users ? ["token", "user"] : ["token"];
  const names = typeNames(schema, { taken: TAKEN, endings: ENDINGS });
  const components = new Components();
  const context: Context = { ...shared, names, asker, schemes, components, models: new Set() };
  // A document has one path for all routes that differ only in the names of variable segments.
  const places = new Map<string, Place>();
  const tags = new Set<string>();
  const ids = new Set<string>();
  for (const route of builtInFirst(routes)) {
    if (!mayCall(asker, route.needs)) continue;
    if (route.describes === null) continue;
    const named = operations.get(route.describes);
    if (named === undefined) throw new Error(`No operation is called ${route.describes}`);
    const shape = shapeOf(route.path);
    const place = places.get(shape) ?? { path: route.path, isOwn: route.describes === OWN_ROUTE, item: {} };
    const { item } = place;
    const method = methodOf(route);
    if (item[method] !== undefined && route.schema === undefined) continue;
    places.set(shape, place);
    const described = named.describe(context, route);
    const tag = described.tag ?? named.tag ?? "";
    const { needs, callers } = route;
    const id = unused(ids, described.operationId ?? route.describes);
    const called = { method: route.method, needs, isPublic: callers.includes("public") };
    const operation = operationOf(context, id, withPositions(context, described, route.method), tag, called);
    item[method] = operation;
    if (route.method === "GET") item.head = headOf(operation);
    tags.add(tag);
  }
  return {
    openapi: "3.1.0",
    info: { title: "Content API", version: "1.0.0", description: DESCRIPTION },
    servers: [{ url: url?.replace(/(?<!\/)\/+$/, "") || "/" }],
    tags: tagsOf(context, tags, descriptions),
    paths: Object.fromEntries([...places.values()].map((place) => [inBraces(place.path), withParameters(place)])),
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

/** Of two routes of one path, the document has the built-in one, unless the user's own has a `schema`; then the newest. */
function builtInFirst(routes: readonly ListedRoute[]): readonly ListedRoute[] {
  const isOwn = ({ describes }: ListedRoute) => describes === OWN_ROUTE;
  return [...routes.filter((route) => !isOwn(route)), ...routes.filter(isOwn).toReversed()];
}

/** The id, with a number if another operation has it. */
function unused(ids: Set<string>, id: string): string {
  let found = id;
  for (let count = 2; ids.has(found); count++) found = `${id}${count}`;
  ids.add(found);
  return found;
}

function mayCall({ access, isUser }: Asker, needs: Needs | null): boolean {
  if (needs === null || needs === "anyone") return true;
  if (needs === "full access") return access === FULL_ACCESS;
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
  return path.replaceAll(VARIABLE, "{$1}");
}

function withParameters({ path, item, isOwn }: Place): PathItem {
  const parameters = [...path.matchAll(VARIABLE)].map(([, name = ""]) => pathParameter(name, isOwn));
  return parameters.length === 0 ? item : { parameters, ...item };
}

/** Code of the user's own may take any text as `id`. */
function pathParameter(name: string, isOwn: boolean): Parameter {
  const schema = { type: name === "id" && !isOwn ? "integer" : "string" };
  return { name, in: "path", required: true, schema };
}
