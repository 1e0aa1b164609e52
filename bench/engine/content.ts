import { type Change, defineSchema, type Json } from "../../engine/internal.ts";
import { blogChanges, numberOf, type Size } from "../content/data.ts";
import { BLOG } from "../content/schema.ts";

const { "api::post.post": post, ...others } = BLOG.contentTypes;

/** The blog, with a component in its posts. */
export const DEFINITION = {
  contentTypes: {
    ...others,
    "api::post.post": {
      ...post,
      attributes: { ...post.attributes, seo: { type: "component", component: "shared.seo" } },
    },
  },
  components: { "shared.seo": { info: { displayName: "SEO" }, attributes: { heading: { type: "string" } } } },
} as const;

export const SCHEMA = defineSchema(DEFINITION);

/**
 * The content of `data.ts` with some values left out, so that there are missing ones: excerpts, components, authors.
 */
export function* contentChanges(size: Size): Generator<Change> {
  for (const change of blogChanges(size)) {
    if (change.kind === "put" && change.type === "api::post.post") {
      const { version } = change;
      yield { ...change, version: { ...version, values: valuesOf(version.values, version.id) } };
    } else if (change.kind !== "link" || !change.relation.endsWith("author") || !isWithoutAuthor(change.source)) {
      yield change;
    }
  }
}

function valuesOf(values: { readonly [name: string]: Json }, id: number): { readonly [name: string]: Json } {
  const at = (id - 1) >> 1;
  const [first, second, third] = String(values.title).split(" ");
  const seo = at % 10 === 3 ? null : { id, heading: `${second} ${third} ${first} ${at}` };
  return { ...values, excerpt: at % 7 === 0 ? null : (values.excerpt ?? null), seo };
}

function isWithoutAuthor(source: string | number): boolean {
  return numberOf(String(source)) % 50 === 7;
}

/** A version of each type and status. */
export function firstOfEach(content: Size): readonly Change[] {
  const found = new Map<string, Change>();
  for (const change of contentChanges(content)) {
    if (change.kind !== "put") return [...found.values()];
    const name = `${change.type} ${change.status}`;
    if (!found.has(name)) found.set(name, change);
  }
  return [...found.values()];
}
