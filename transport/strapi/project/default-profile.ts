import type { ProfileName } from "../../contract/profiles/profile-name.ts";
import { isStrapiProject } from "./is-strapi-project.ts";

/** Content that comes from Strapi is served as Strapi would serve it. */
export function defaultProfile(source: string | undefined): ProfileName {
  return source !== undefined && isStrapiProject(source) ? "strapi" : "contract";
}
