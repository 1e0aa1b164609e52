import type { ServiceDefaults } from "../../contract/service-defaults.ts";
import { JSON_TYPE } from "../../http/answer.ts";
import { prefersPage } from "../../http/headers/accept.ts";
import { HTML_TYPE, withPolicy } from "../../http/page/page.ts";
import type { HeaderList } from "../../http/port.ts";
import { Router } from "../../http/router.ts";
import type { RouteHandle, Service } from "../../http/service.ts";
import type { Directory } from "./directory.ts";
import { DIRECTORY_POLICY, directoryPage } from "./directory-page.ts";

const HEADERS: HeaderList = [
  ["cache-control", "no-cache"],
  ["vary", "Accept"],
];

/** `GET /`: what this server is. The page for browsers and the JSON for programs contain the same facts. */
export function rootService(directory: Directory, defaults: ServiceDefaults): Service {
  const handle: RouteHandle = ({ request }) =>
    prefersPage(request.header("accept"), [JSON_TYPE])
      ? { status: 200, body: directoryPage(directory), contentType: HTML_TYPE, headers: HEADERS }
      : { status: 200, body: JSON.stringify(directory), headers: HEADERS };
  return {
    ...defaults,
    owns: (path) => path === "/",
    router: new Router([{ method: "GET", path: "/", handle }]),
    securityHeaders: withPolicy(defaults.securityHeaders, DIRECTORY_POLICY),
  };
}
