import type { Page, RawParams } from "../../query.ts";
import type { CheckContext } from "../context.ts";
import { checkPage } from "../pagination.ts";
import { isRawObject } from "../raw-value.ts";
import { Parameter, type Single } from "./parameter.ts";
import type { ParameterValues } from "./query-template.ts";

/** The parameters among the options of `pagination`, by option. */
export type PageParameters = ReadonlyMap<string, Parameter>;

/**
 * The parameters that are single options of `pagination`. With parameters elsewhere in it, the page has no template.
 */
export function pageParametersIn({ pagination }: RawParams): PageParameters {
  const parameters = new Map<string, Parameter>();
  if (!isRawObject(pagination)) return parameters;
  for (const [name, value] of Object.entries(pagination)) if (value instanceof Parameter) parameters.set(name, value);
  return parameters;
}

/** The request with these parameters replaced by values. */
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

/** The page with other values for these parameters; null if they are not valid. */
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
