import { bundlePage } from "../http/page/bundle-page.ts";
import type { PageFiles } from "../http/page/page-files.ts";

/** Bundled on the spot out of the sources. The build puts what it bundled in the place of this module (build.js). */
export const pageFiles: PageFiles = await bundlePage(new URL("browser/", import.meta.url), "main.tsx", ["json-editor"]);
