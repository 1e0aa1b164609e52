import { type Route, Router } from "../http/router.ts";
import type { RouteHandle, Service } from "../http/service.ts";

/**
 * A service that leaves content types their paths, as Strapi does: a content type may have a name with which paths of a
 * service begin, as `connect`. Its routes come first, and each other route stays the service's. The same service where
 * no content is below its paths. `roots`: the first paths of all content types, `/api/posts`.
 */
export function besideContent(service: Service, content: Router<RouteHandle>, roots: readonly string[]): Service {
  if (!roots.some((root) => service.owns(root, "GET"))) return service;
  const router = new Router(service.router.routes.filter((route) => !hasRoute(content, route)));
  return {
    ...service,
    router,
    owns: (path, method) =>
      service.owns(path, method) && (hasRoute(router, { path, method }) || content.find(path) === null),
  };
}

/** A path with variable segments, as `/api/users/:id`, is found where any text in their place is. */
function hasRoute(router: Router<RouteHandle>, { path, method }: Pick<Route<RouteHandle>, "path" | "method">): boolean {
  return router.find(path)?.endpoint.methods.has(method) === true;
}
