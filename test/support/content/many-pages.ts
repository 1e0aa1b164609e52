import { createGalley, type Galley, type GalleyOptions } from "../../../transport/galley.ts";
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

const TIME = "2024-01-01T00:00:00.000Z";

const CHANGES = Array.from({ length: PAGES }, (_, at) => {
  const [title, text] = [`title ${(at * 7_919) % PAGES}`, `text ${at % 100} end`];
  const values = { title, text, size: at % 1_000, details: { at: at % 100 } };
  const version = { id: at + 1, documentId: pageId(at), createdAt: TIME, updatedAt: TIME, publishedAt: TIME, values };
  return { kind: "put", type: "api::page.page", status: "published", version } as const;
});

/** A galley with so many pages that indexes over them are built in slices. Their titles are `title 0` and so on. */
export async function galleyWithPages(options: Partial<GalleyOptions> = {}): Promise<Galley> {
  const galley = await createGalley({ schema, open: true, ...options });
  galley.engine.restore({ number: 1, at: 0, changes: CHANGES });
  return galley;
}

export function pageId(at: number): string {
  return `p${String(at).padStart(23, "0")}`;
}
