import { describe, expect, it } from "vitest";
import { createGalley, type Galley } from "../../../../transport/galley.ts";
import { BLOG } from "../../../support/content/blog.ts";

/** Enough tags that sets of linked ones are kept. */
const TAGS = 100;

async function openTags(): Promise<Galley> {
  const galley = await createGalley({ schema: BLOG });
  for (let at = 0; at < TAGS; at++) await galley.documents("api::tag.tag").create({ data: { name: `tag ${at}` } });
  return galley;
}

function unlinked(galley: Galley): Promise<number> {
  return galley.documents("api::tag.tag").count({ filters: { posts: { id: { $null: true } } } });
}

describe("the set of all rows without a link", () => {
  it("is each fork's own, also of a type that nobody has written to", async () => {
    await using galley = await openTags();
    const [tag] = await galley.documents("api::tag.tag").findMany({ sort: "id" });
    const fork = galley.fork();
    await fork.documents("api::post.post").create({ data: { title: "A post", tags: [String(tag?.documentId)] } });

    expect(await unlinked(fork)).toBe(TAGS - 1);
    expect(await unlinked(galley)).toBe(TAGS);
  });

  it("is separate for each fork as linked entries come and go", async () => {
    await using galley = await openTags();
    const posts = galley.documents("api::post.post");
    const [tag] = await galley.documents("api::tag.tag").findMany({ sort: "id" });
    const { documentId } = await posts.create({ data: { title: "A post", tags: [String(tag?.documentId)] } });
    const fork = galley.fork();
    await fork.documents("api::post.post").delete({ documentId: String(documentId) });

    expect(await unlinked(fork)).toBe(TAGS);
    expect(await unlinked(galley)).toBe(TAGS - 1);
  });
});
