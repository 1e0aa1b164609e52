import { bundlePage } from "../../http/page/bundle-page.ts";
import type { PageFiles } from "../../http/page/page-files.ts";

/** Bundled from the sources at load time. The build replaces this module by the bundled files (.ci/build.ts). */
export const pageFiles: PageFiles = await bundlePage(new URL("browser/", import.meta.url), "main.tsx", ["json-editor"]);
