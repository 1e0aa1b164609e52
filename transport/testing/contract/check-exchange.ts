import { parseQueryString } from "../../http/params/query-string.ts";
import type { MediaType, OpenApiDocument, Parameter, Ref, Response } from "../../parts/openapi/document.ts";
import type { Exchange } from "./exchange.ts";
import { escaped, type FoundOperation, operationFinder } from "./find-operation.ts";
import { createValidators, type Fault } from "./validators.ts";
import type { Violation } from "./violation.ts";

export type CheckExchange = (exchange: Exchange) => readonly Violation[];

/** Checks exchanges against a document. Rejects if the validator is not installed. */
export async function exchangeChecker(document: OpenApiDocument): Promise<CheckExchange> {
  const find = operationFinder(document);
  const validators = await createValidators(document);

  return ({ request, response }) => {
    const { method, path, query } = request;
    const exchange = `${method} ${path}${query === "" ? "" : `?${query}`}`;
    const found = find(method, path);
    if (typeof found === "string") {
      const message = found === "no path" ? "is not in the document" : "does not have this method in the document";
      return [{ exchange, part: "request", at: "path", message }];
    }
    const violations = (part: Violation["part"], faults: readonly Fault[]) =>
      faults.map(({ at, message }): Violation => ({ exchange, part, at, message }));
    return [
      ...violations("request", [...queryFaults(found, query), ...pathFaults(found), ...bodyFaults(found, request)]),
      ...(response === null ? [] : violations("response", answerFaults(found, method, response))),
    ];
  };

  function parametersOf({ operation, item, pointer }: FoundOperation) {
    const own = operation.parameters?.map((each, index) => resolved<Parameter>(each, `${pointer}/parameters/${index}`));
    const above = pointer.slice(0, pointer.lastIndexOf("/"));
    const shared = item.parameters?.map((each, index) => resolved<Parameter>(each, `${above}/parameters/${index}`));
    return [...(own ?? []), ...(shared ?? [])];
  }

  function queryFaults(found: FoundOperation, text: string): readonly Fault[] {
    const { params } = parseQueryString(text);
    const known = parametersOf(found).filter(({ value }) => value.in === "query");
    const isOpen = known.some(
      ({ value }) => value.style === "form" && Object(value.schema).additionalProperties === true,
    );
    const unknown = Object.keys(params).filter((name) => !isOpen && !known.some(({ value }) => value.name === name));
    return [
      ...unknown.map((name) => ({ at: `query/${name}`, message: "is not in the document" })),
      ...known.flatMap(({ value: { name }, pointer }) => {
        const given = params[name];
        return given === undefined ? [] : below(`query/${name}`, validators.checkTexts(`${pointer}/schema`, given));
      }),
    ];
  }

  function pathFaults(found: FoundOperation): readonly Fault[] {
    const known = parametersOf(found).filter(({ value }) => value.in === "path");
    return known.flatMap(({ value: { name }, pointer }) =>
      below(`path/${name}`, validators.checkTexts(`${pointer}/schema`, found.params.get(name))),
    );
  }

  function bodyFaults({ operation, pointer }: FoundOperation, request: Exchange["request"]): readonly Fault[] {
    const { requestBody } = operation;
    const { body, contentType } = request;
    if (requestBody === undefined)
      return body === null || body === "" ? [] : [{ at: "body", message: "must not be there" }];
    if (body === null) return [];
    return contentFaults(requestBody.content, `${pointer}/requestBody`, contentType, body);
  }

  function answerFaults(
    { operation, pointer }: FoundOperation,
    method: string,
    { status, contentType, body }: NonNullable<Exchange["response"]>,
  ): readonly Fault[] {
    const key = operation.responses[status] === undefined ? "default" : String(status);
    const described = operation.responses[key];
    if (described === undefined) return [{ at: "status", message: `${status} is not in the document` }];
    const { value, pointer: at } = resolved<Response>(described, `${pointer}/responses/${key}`);
    if (value.content === undefined || method === "HEAD") {
      return body === "" ? [] : [{ at: "body", message: "must be empty" }];
    }
    return contentFaults(value.content, at, contentType, body);
  }

  /** `pointer`: of the object with the content. Only JSON is checked. */
  function contentFaults(
    content: { readonly [type: string]: MediaType },
    pointer: string,
    contentType: string | null,
    body: string,
  ): readonly Fault[] {
    const type = (contentType ?? "").split(";")[0]?.trim().toLowerCase() ?? "";
    const range = [type, "*/*"].find((each) => Object.hasOwn(content, each));
    if (range === undefined) {
      const known = Object.keys(content).join(", ");
      return [{ at: "content-type", message: `is ${type || "absent"}, and in the document ${known}` }];
    }
    if (range !== "application/json") return [];
    const json = parsed(body);
    if (json === undefined) return [{ at: "body", message: "is no JSON" }];
    return below("body", validators.check(`${pointer}/content/${escaped(range)}/schema`, json));
  }

  function resolved<T>(value: T | Ref, pointer: string): { readonly value: T; readonly pointer: string } {
    if (!isRef(value)) return { value, pointer };
    const at = value.$ref.slice(1);
    const steps = at.split("/").slice(1);
    const target = steps.reduce<unknown>((from, step) => Object(from)[step], document);
    // A reference is replaced by its target.
    return { value: target as T, pointer: at };
  }
}

function isRef<T>(value: T | Ref): value is Ref {
  return typeof value === "object" && value !== null && "$ref" in value;
}

function below(place: string, faults: readonly Fault[]): readonly Fault[] {
  return faults.map(({ at, message }) => ({ at: at === "" ? place : `${place}/${at}`, message }));
}

function parsed(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
}
