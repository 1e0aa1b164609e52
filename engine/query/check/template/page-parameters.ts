import type { Page, RawParams } from "../../query.ts";
import type { CheckContext } from "../context.ts";
import { checkPage } from "../pagination.ts";
import { isRawObject } from "../raw-value.ts";
import { Parameter, type Single } from "./parameter.ts";
import type { ParameterValues } from "./query-template.ts";

/** The parameters among the options of `pagination`, by the names of these. */
export type PageParameters = ReadonlyMap<string, Parameter>;

/** Parameters of `pagination` for one option each: any others leave the page without a template. */
export function pageParametersIn({ pagination }: RawParams): PageParameters {
  const parameters = new Map<string, Parameter>();
  if (!isRawObject(pagination)) return parameters;
  for (const [name, value] of Object.entries(pagination)) if (value instanceof Parameter) parameters.set(name, value);
  return parameters;
}

/** The request with values in the place of these parameters. */
export function withPageValues(
  params: RawParams,
  parameters: PageParameters,
  valueIn: (parameter: Parameter) => Single,
): RawParams {
  if (parameters.size === 0 || !isRawObject(params.pagination)) return params;
  const pagination = { ...params.pagination };
  for (const [name, parameter] of parameters) pagination[name] = valueIn(parameter);
  return { ...params, pagination };
}

/** The page of a list with other values in these parameters; null when something is wrong with them. */
export function fillPage(
  context: CheckContext,
  params: RawParams,
  parameters: PageParameters,
  values: ParameterValues,
): Page | null {
  const page = checkPage(
    context,
    withPageValues(params, parameters, ({ number }) => values[number] ?? ""),
  );
  return context.faults.none ? page : null;
}
