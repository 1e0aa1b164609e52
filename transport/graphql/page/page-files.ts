import { bundlePage } from "./bundle-page.ts";

/** The files of the page: their texts by name. */
export interface PageFiles {
  /** The page itself, in which `{{name}}` stands for the address of another file. */
  readonly "index.html": string;
  readonly "page.js": string;
  readonly "page.css": string;
  readonly "icon.svg": string;
  /** What the packages in `page.js` are to be given on with. */
  readonly "licenses.txt": string;
}

/**
 * Out of the sources they are made on the spot. The build makes them once, and puts a module that holds them in the
 * place of this one (build.js).
 */
export const pageFiles: PageFiles = await bundlePage();
