import { expect, test } from "vitest";
import type { Galley } from "../../../../transport/galley.ts";
import { runProject } from "./strapi-project.ts";

test("code that runs for a fork reads and writes the fork alone", async () => {
  const galley = await runProject({
    "src/index.js": `module.exports = {
      register({ strapi }) {
        strapi.documents.use(async (context, next) => {
          const result = await next();
          if (context.uid === "api::post.post" && context.action === "create") {
            await strapi.documents("api::tag.tag").create({ data: { name: "of " + context.params.data.title } });
            await strapi.store.set({ key: "last", value: context.params.data.title });
          }
          return result;
        });
        strapi.db.lifecycles.subscribe({
          models: ["api::post.post"],
          afterCreate: async () => { await strapi.db.query("api::tag.tag").create({ data: { name: "after" } }); },
        });
      },
    };`,
  });
  const fork = galley.fork();
  await documents(fork, "api::post.post").create({ data: { title: "fork" } });
  const names = async (of: Galley) => (await documents(of, "api::tag.tag").findMany()).map(({ name }) => name);
  expect(await names(fork)).toEqual(["after", "of fork"]);
  expect(await names(galley)).toEqual([]);
});

test("files that code uploads for a fork leave the random names of the galley's files as they are", async () => {
  const galley = await runProject(
    {
      "src/api/tag/routes/z-own.js": `module.exports = { routes: [
        { method: "POST", path: "/imports", config: { auth: false }, handler: async () => {
          const [file] = await strapi.plugin("upload").service("upload").upload({ files: { filepath: __filename } });
          return { hash: file.hash };
        } },
      ] };`,
    },
    { uploads: true, ids: "sequential" },
  );
  const upload = async (of: Galley) => (await of.fetch("/api/imports", { method: "POST" })).text();
  const [fork, untouched] = [galley.fork(), galley.fork()];
  const first = await upload(fork);
  expect(await upload(fork)).not.toBe(first);
  expect(await upload(untouched)).toBe(first);
  expect(await upload(galley)).toBe(first);
});

interface Documents {
  create(params: object): Promise<unknown>;
  findMany(): Promise<readonly { readonly name: string }[]>;
}

function documents(galley: Galley, uid: string): Documents {
  return galley.documents(uid) as unknown as Documents;
}
