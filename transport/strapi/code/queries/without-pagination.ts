import { aroundMethods } from "../around-methods.ts";

/** A Document Service for which `pagination` has no effect, as in Strapi's: code of a project names `start` and `limit`. */
export function withoutPagination<T extends object>(documents: T): T {
  return aroundMethods(documents, (method, [params, ...more]) => {
    if (params?.pagination === undefined) return method(params, ...more);
    const { pagination: _, ...others } = params;
    return method(others, ...more);
  });
}
