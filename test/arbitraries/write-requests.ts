import type { AnyModel, Json } from "../../engine/internal.ts";
import { fc } from "../support/fast-check.ts";
import { CONTENT_SCHEMA } from "./content-schema.ts";

type Values = { readonly [name: string]: Json };

/** A write as a caller sends it. */
export interface WriteRequest {
  readonly kind: "create" | "update" | "publish" | "unpublish" | "discard" | "delete";
  /** uid of the content type. */
  readonly type: string;
  /** Which of the documents there are. */
  readonly which: number;
  readonly publish: boolean;
  /** Links name documents by numbers: see `dataFor`. */
  readonly data: Values;
}

const title = fc.constantFrom("a", "B", "é", "");
const number = fc.constantFrom<Json>(0, 1, 2, null);
/** Documents by their number among the existing ones. */
const links = fc.oneof(
  fc.array(fc.nat(7), { maxLength: 3 }),
  fc.record({ connect: fc.array(fc.nat(7), { maxLength: 2 }), disconnect: fc.array(fc.nat(7), { maxLength: 1 }) }),
);
const one = fc.array(fc.nat(7), { maxLength: 1 });
const part = fc.record({ label: title, size: number, tag: one }, { requiredKeys: [] });

const DATA = {
  "api::note.note": fc.record(
    {
      title,
      count: number,
      data: fc.jsonValue({ maxDepth: 2 }) as fc.Arbitrary<Json>,
      tags: links,
      twin: one,
      owner: one,
      related: links,
      parts: fc.array(part, { maxLength: 2 }),
      zone: fc.array(
        part.map((values) => ({ __component: "shared.part", ...values })),
        { maxLength: 2 },
      ),
    },
    { requiredKeys: ["title"] },
  ),
  "api::tag.tag": fc.record({ name: title, weight: number, notes: links, parent: one }, { requiredKeys: ["name"] }),
  "api::author.author": fc.record(
    { name: title, notes: links, picks: links, friends: links },
    { requiredKeys: ["name"] },
  ),
};

/** Creating comes first, so that there is something for the others. */
const kind = fc.constantFrom(
  "create",
  "create",
  "create",
  "update",
  "update",
  "publish",
  "unpublish",
  "discard",
  "delete",
);

export const writeRequest: fc.Arbitrary<WriteRequest> = fc.oneof(
  ...Object.entries(DATA).map(([type, data]) =>
    fc.record({ kind, type: fc.constant(type), which: fc.nat(5), publish: fc.boolean(), data }),
  ),
) as fc.Arbitrary<WriteRequest>;

/** The data with documentIds where it has numbers for documents. */
export function dataFor(model: AnyModel, data: Values, documentsOf: (type: string) => readonly string[]): Values {
  const named = (target: string, value: Json): Json => {
    const documentIds = documentsOf(target);
    if (Array.isArray(value)) {
      return [...new Set(value.flatMap((number) => documentIds[Number(number) % documentIds.length] ?? []))];
    }
    return Object.fromEntries(Object.entries(value as Values).map(([key, list]) => [key, named(target, list)]));
  };
  const inside = (uid: string, item: Values): Values => dataFor(CONTENT_SCHEMA.component(uid), item, documentsOf);
  const entries = Object.entries(data).map(([name, value]): [string, Json] => {
    const attribute = model.attributes.get(name);
    if (attribute?.kind === "relation") return [name, named(attribute.target, value)];
    const items = Array.isArray(value) ? (value as Values[]) : [];
    if (attribute?.kind === "component") return [name, items.map((item) => inside(attribute.component, item))];
    if (attribute?.kind === "dynamiczone") return [name, items.map((item) => inside(String(item.__component), item))];
    return [name, value];
  });
  return Object.fromEntries(entries);
}
