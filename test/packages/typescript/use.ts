import { createGalley, defineConfig, defineSchema, type Galley, type GalleyConfig } from "galley";
import type { Json } from "galley/engine";
import { galleyHandlers } from "galley/msw";
import { MemoryStorage } from "galley/storage";

export { storageChecks } from "galley/testing/storage";
export { nodeListener } from "galley/transport";

const schema = defineSchema({
  contentTypes: {
    "api::post.post": {
      info: { singularName: "post", pluralName: "posts", displayName: "Post" },
      attributes: { title: { type: "string", required: true } },
    },
  },
});

export const config = { roles: { public: { "*": ["find"] } } } satisfies GalleyConfig;
// @ts-expect-error: there is no such profile
defineConfig({ profile: "other" });

export const galley: Promise<Galley> = createGalley({ ...config, schema, storage: new MemoryStorage() });
export const handlers = galley.then((each) => galleyHandlers("https://cms.example.com", () => each));
export const json: Json = { of: ["values"] };

export async function titles(): Promise<readonly string[]> {
  const fake = await createGalley({ schema });
  const posts = await fake.documents("api::post.post").findMany();
  return posts.map((post) => String(post.title));
}
