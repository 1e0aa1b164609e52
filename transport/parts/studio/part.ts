import type { ProfileName } from "../../contract/profiles/profile-name.ts";
import { createPage } from "../../http/page/create-page.ts";
import type { Part } from "../part.ts";
import { directoryOf } from "./root/directory.ts";
import { rootService } from "./root/root-service.ts";
import { STUDIO_PATH, servesStudio } from "./studio-option.ts";
import { studioService } from "./studio-service.ts";

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
