import { type OpenApi, type Operation, type Parameter, resolved } from "../model/open-api.ts";

/** One operation of the API. */
export interface Endpoint {
  /** `GET /api/posts`. */
  readonly name: string;
  readonly method: string;
  /** With its path parameters: `/api/posts/{documentId}`. */
  readonly path: string;
  readonly tag: string;
  readonly summary: string;
  readonly parameters: readonly Parameter[];
  /** Media type of its body; undefined if it has none. */
  readonly bodyType: string | undefined;
  readonly bodySchema: unknown;
}

const METHODS = ["get", "post", "put", "delete"];

/** Tags of operations that every server has. They are listed last, because users come for their own content. */
const COMMON = ["Upload", "Users", "Todos"];

/** The operations, content types' first. */
export function endpointsOf(document: OpenApi): readonly Endpoint[] {
  const endpoints = Object.entries(document.paths).flatMap(([path, item = {}]) =>
    METHODS.flatMap((method) => {
      const operation = item[method];
      if (operation === undefined) return [];
      const shared = (item as { readonly parameters?: Operation["parameters"] }).parameters ?? [];
      return [endpointOf(document, method, path, operation, shared)];
    }),
  );
  return endpoints.sort((one, other) => COMMON.indexOf(one.tag) - COMMON.indexOf(other.tag));
}

function endpointOf(
  document: OpenApi,
  method: string,
  path: string,
  operation: Operation,
  shared: NonNullable<Operation["parameters"]>,
): Endpoint {
  const { tags = [], summary = "", parameters = [], requestBody } = operation;
  const content = Object.entries(requestBody?.content ?? {});
  const [bodyType, body] = content.find(([type]) => type === "application/json") ?? content[0] ?? [];
  return {
    name: `${method.toUpperCase()} ${path}`,
    method: method.toUpperCase(),
    path,
    tag: tags[0] ?? "",
    summary,
    parameters: [...shared, ...parameters].map((parameter) => resolved(document, parameter)),
    bodyType,
    bodySchema: body?.schema,
  };
}
