import { decoded } from "../core/route.ts";
import type { Endpoint } from "./operations.ts";

/** A request as the fields of its form. */
export interface Requested {
  readonly endpoint: Endpoint;
  readonly pathValues: { readonly [name: string]: string };
  readonly query: string;
}

/** The form of a request to `url`, a path with its query; null where no operation answers it. */
export function requestedBy(url: string, endpoints: readonly Endpoint[], method = "GET"): Requested | null {
  const [path = "", query = ""] = url.split(/\?(.*)/s);
  const fits = endpoints.flatMap((endpoint) => {
    const pathValues = endpoint.method === method ? valuesOf(path, endpoint.path) : null;
    return pathValues === null ? [] : [{ endpoint, pathValues, query }];
  });
  // A path of its own wins over one with values.
  const variables = ({ pathValues }: Requested) => Object.keys(pathValues).length;
  return fits.sort((one, other) => variables(one) - variables(other))[0] ?? null;
}

/** Null where the path is not one of the template. */
function valuesOf(path: string, template: string): Requested["pathValues"] | null {
  const steps = path.split("/");
  const named = template.split("/");
  if (steps.length !== named.length) return null;
  const values: Record<string, string> = {};
  for (const [at, name] of named.entries()) {
    const step = steps[at] ?? "";
    const variable = /^\{(\w+)\}$/.exec(name)?.[1];
    if (variable !== undefined) values[variable] = decoded(step);
    else if (name !== step) return null;
  }
  return values;
}
