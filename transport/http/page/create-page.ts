import type { Page } from "./page.ts";
import type { PageFiles } from "./page-files.ts";

/** A page that loads its files on first use. */
export function createPage(load: () => Promise<{ readonly pageFiles: PageFiles }>): Page {
  let loading: Promise<Page> | null = null;
  const page = () => {
    loading ??= Promise.all([import("./served-page.ts"), load()]).then(([{ servePage }, { pageFiles }]) =>
      servePage(pageFiles),
    );
    return loading;
  };
  return {
    show: async (request) => (await page()).show(request),
    file: async (request, name) => (await page()).file(request, name),
  };
}
