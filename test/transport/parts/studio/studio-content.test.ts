import { afterEach, describe, expect, it } from "vitest";
import { createGalley, type Galley, type GalleyOptions } from "../../../../transport/galley.ts";
import { BLOG } from "../../../support/content/blog.ts";

const TOKENS = [
  { name: "editor", token: "the-token-of-an-editor", access: "full-access" },
  { name: "reader", token: "the-token-of-a-reader", access: "read-only" },
] as const;

let galley: Galley;
let documentId: string;
async function start(options: Partial<GalleyOptions> = {}): Promise<void> {
  galley = await createGalley({ schema: BLOG, tokens: TOKENS, ...options });
  const made = await galley.documents("api::post.post").create({ data: { title: "Bread" }, status: "published" });
  documentId = String(made.documentId);
}
afterEach(() => galley.close());

async function unpublish(root: string, token?: string): Promise<number> {
  const authorization = token === undefined ? {} : { authorization: `Bearer the-token-of-${token}` };
  const path = `${root}/posts/${documentId}/actions/unpublish`;
  return (await galley.fetch(path, { method: "POST", headers: authorization })).status;
}

const published = () => galley.documents("api::post.post").count({ status: "published" });

async function rightsOf(token: string): Promise<unknown> {
  const headers = { authorization: `Bearer the-token-of-${token}` };
  const answer = await (await galley.fetch("/api/openapi.json", { headers })).json();
  const document = answer as Awaited<ReturnType<Galley["openapi"]>>;
  expect(Object.keys(document.paths).filter((path) => path.includes("/actions/"))).toEqual([]);
  return document["x-galley-models"]["api::post.post"]?.rights;
}

describe.each(["contract", "strapi"] as const)("Studio's own routes of the content, profile %s", (profile) => {
  it("unpublish where the API has no route to unpublish", async () => {
    await start({ profile });
    expect(await unpublish("/api", "an-editor")).toBe(profile === "strapi" ? 405 : 404);
    expect(await published()).toBe(1);
    expect(await unpublish("/_studio/content", "an-editor")).toBe(200);
    expect(await published()).toBe(0);
    expect(await unpublish("/_studio/content", "an-editor")).toBe(404);
  });

  it("need the right, which the OpenAPI document tells", async () => {
    await start({ profile });
    expect([401, 403]).toContain(await unpublish("/_studio/content"));
    expect(await unpublish("/_studio/content", "a-reader")).toBe(403);
    expect(await published()).toBe(1);
    expect(await rightsOf("an-editor")).toEqual(["readDrafts", "unpublish", "discardDraft"]);
    expect(await rightsOf("a-reader")).toEqual(["readDrafts"]);
  });

  it("are not there without Studio", async () => {
    await start({ profile, studio: false });
    expect(await unpublish("/_studio/content", "an-editor")).toBe(profile === "strapi" ? 405 : 404);
    expect(await published()).toBe(1);
  });
});
