import type { ServiceDefaults } from "../../contract/profiles/service-defaults.ts";
import { fileRoute, type Page, withPolicy } from "../../http/page/page.ts";
import { isBelow } from "../../http/path-below.ts";
import { Router } from "../../http/router.ts";
import type { Service } from "../../http/service.ts";
import { STUDIO_CONTENT, STUDIO_PATH } from "./studio-option.ts";

const isPage = isBelow(STUDIO_PATH);
const isContent = isBelow(STUDIO_CONTENT);

/**
 * Studio, a page for people. It consists of static files that are the same for everyone; it reads all its data from the
 * API.
 */
export function studioService(page: Page, defaults: ServiceDefaults): Service {
  return {
    ...defaults,
    owns: (path) => isPage(path) && !isContent(path),
    router: new Router([
      { method: "GET", path: STUDIO_PATH, describes: null, handle: ({ request }) => page.show(request) },
      fileRoute(page, STUDIO_PATH),
    ]),
    securityHeaders: withPolicy(defaults.securityHeaders),
    // Faults are set in Studio, so they must not keep it from loading.
    isControl: true,
  };
}
