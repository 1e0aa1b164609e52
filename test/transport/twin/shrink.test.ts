import { expect, it } from "vitest";
import type { Difference } from "../../../transport/twin/verify/masks.ts";
import { shrink } from "../../../transport/twin/verify/shrink.ts";

it("an entry by itself gets no page size, whatever lists it holds", async () => {
  const difference: Difference = {
    cause: "value",
    path: "data.links[0].label",
    owner: "api::post.post",
    name: "links.label",
    documentId: "a",
    real: "one",
    here: "two",
  };
  const read = { method: "GET", isBelowPrefix: true, path: "/posts/a?populate=links&fields=title" } as const;
  const shows = async ({ path }: { readonly path: string }) => {
    // A server refuses a link among the fields.
    return path.includes("populate=links") && !path.includes("fields=links") ? difference : null;
  };
  const { read: small } = await shrink(read, difference, { type: null, shows, until: Number.POSITIVE_INFINITY });
  expect(small.path).toBe("/posts/a?populate=links");
});
