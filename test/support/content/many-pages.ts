import { createGalley, type Galley, type GalleyOptions } from "../../../transport/galley.ts";
import { idOf, put } from "../engine/published.ts";
import { schemaOf } from "./schema-of.ts";

const schema = schemaOf({
  page: {
    dp: false,
    attributes: {
      title: { type: "string" },
      text: { type: "text" },
      size: { type: "integer" },
      details: { type: "json" },
    },
  },
});

/** More than are indexed at once. */
export const PAGES = 21_000;

const CHANGES = Array.from({ length: PAGES }, (_, at) => {
  const [title, text] = [`title ${(at * 7_919) % PAGES}`, `text ${at % 100} end`];
  return put("page", at, { title, text, size: at % 1_000, details: { at: at % 100 } });
});

/** A galley with so many pages that indexes over them are built in slices. Their titles are `title 0` and so on. */
export async function galleyWithPages(options: Partial<GalleyOptions> = {}): Promise<Galley> {
  const galley = await createGalley({ schema, open: true, ...options });
  galley.engine.restore({ number: 1, at: 0, changes: CHANGES });
  return galley;
}

export function pageId(at: number): string {
  return idOf("page", at);
}
