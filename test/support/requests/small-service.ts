import { EngineError } from "../../../engine/internal.ts";
import { contentErrors } from "../../../transport/contract/errors.ts";
import { parseBody } from "../../../transport/contract/parse-body.ts";
import type { Profile } from "../../../transport/contract/profiles/profile.ts";
import { Router } from "../../../transport/http/router.ts";
import type { RouteHandle, Service } from "../../../transport/http/service.ts";

/** A service that looks like the content service from outside, with a few routes that return their input. */
export function smallService(profile: Profile): Service {
  const tell: RouteHandle = ({ params, prepared }) => ({ status: 200, body: JSON.stringify({ params, prepared }) });
  const router = new Router<RouteHandle>([
    { method: "GET", path: "/api/posts", describes: null, handle: tell },
    { method: "POST", path: "/api/posts", describes: null, handle: tell },
    { method: "GET", path: "/api/posts/:documentId", describes: null, handle: tell },
    { method: "PUT", path: "/api/posts/:documentId", describes: null, handle: async (call) => tell(call) },
    { method: "GET", path: "/api/broken", describes: null, handle: () => fail(new Error("the disk is on fire")) },
    {
      method: "GET",
      path: "/api/broken-later",
      describes: null,
      handle: async () => fail(new Error("the disk is on fire")),
    },
    {
      method: "GET",
      path: "/api/refused",
      describes: null,
      handle: () => fail(new EngineError("forbidden", "Forbidden")),
    },
  ]);
  return {
    owns: () => true,
    router,
    prepare: parseBody,
    errors: contentErrors(profile),
    cors: profile.cors,
    securityHeaders: profile.securityHeaders,
    unknownPathAllow: profile.unknownPathAllow,
    unknownMethods: profile.unknownMethods,
  };
}

function fail(error: Error): never {
  throw error;
}
