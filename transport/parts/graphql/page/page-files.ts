import { bundlePage } from "../../../http/page/bundle-page.ts";
import type { PageFiles } from "../../../http/page/page-files.ts";

/** Bundles the page from its sources on demand. The build replaces this module by the bundles (.ci/build.ts). */
export const pageFiles: PageFiles = await bundlePage(new URL("browser/", import.meta.url), "main.ts");
