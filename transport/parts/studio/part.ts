import type { ProfileName } from "../../contract/profiles/profile-name.ts";
import type { ServiceDefaults } from "../../contract/profiles/service-defaults.ts";
import { createPage } from "../../http/page/create-page.ts";
import { fileRoute, type Page, withPolicy } from "../../http/page/page.ts";
import { isBelow } from "../../http/path-below.ts";
import { Router } from "../../http/router.ts";
import type { Service } from "../../http/service.ts";
import type { Part } from "../part.ts";
import { directoryOf } from "./root/directory.ts";
import { rootService } from "./root/root-service.ts";
import { STUDIO_CONTENT, STUDIO_PATH, servesStudio } from "./studio-option.ts";

interface StudioSettings {
  readonly studio?: boolean;
  readonly profile?: ProfileName;
}

/** `GET /`, and Studio if it is on. */
export const STUDIO: Part<StudioSettings> = {
  open: (settings) => {
    const isDevelopment = process.env.NODE_ENV !== "production";
    const profile = isDevelopment ? (settings.profile ?? "contract") : null;
    const page = servesStudio(settings) ? createPage(() => import("./page-files.ts")) : null;
    return {
      links: page === null ? [] : [{ name: "studio", path: STUDIO_PATH, isPage: true }],
      serve: ({ links, defaults }) => ({
        services: [
          rootService(directoryOf(profile, links), defaults),
          ...(page === null ? [] : [studioService(page, defaults)]),
        ],
      }),
    };
  },
};

const isPage = isBelow(STUDIO_PATH);
const isContent = isBelow(STUDIO_CONTENT);

/**
 * Studio, a page for people. It consists of static files that are the same for everyone; it reads all its data from the
 * API.
 */
function studioService(page: Page, defaults: ServiceDefaults): Service {
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
