import fc from "fast-check";
import type { Json } from "../../engine/index.ts";

/** A write as a caller sends it. */
export interface WriteRequest {
  readonly kind: "create" | "update" | "publish" | "unpublish" | "discard" | "delete";
  /** uid of the content type. */
  readonly type: string;
  /** Which of the documents there are. */
  readonly which: number;
  readonly publish: boolean;
  readonly data: { readonly [name: string]: Json };
}

const title = fc.constantFrom("a", "B", "é", "");
const number = fc.constantFrom<Json>(0, 1, 2, null);
/** The ids that are given out first; some of them name nothing, or something of another type. */
const documentId = fc.nat(9).map((count) => `d${String(count + 1).padStart(23, "0")}`);
const links = fc.oneof(
  fc.array(documentId, { maxLength: 3 }),
  fc.record({ connect: fc.array(documentId, { maxLength: 2 }), disconnect: fc.array(documentId, { maxLength: 1 }) }),
);
const part = fc.record({ label: title, size: number, tag: links }, { requiredKeys: [] });

const DATA = {
  "api::note.note": fc.record(
    {
      title,
      count: number,
      data: fc.jsonValue({ maxDepth: 2 }) as fc.Arbitrary<Json>,
      tags: links,
      twin: links,
      owner: links,
      related: links,
      parts: fc.array(part, { maxLength: 2 }),
      zone: fc.array(
        part.map((values) => ({ __component: "shared.part", ...values })),
        { maxLength: 2 },
      ),
    },
    { requiredKeys: ["title"] },
  ),
  "api::tag.tag": fc.record({ name: title, weight: number, notes: links, parent: links }, { requiredKeys: ["name"] }),
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
