/** Serves a Strapi project's types in the profile `strapi`: serve.ts PROJECT PORT FULL_TOKEN READ_TOKEN. */

import { createGalley } from "../../transport/galley.ts";
import { loadProject } from "../../transport/project/load-project.ts";

const [folder = "", port = "", full = "", read = ""] = process.argv.slice(2);
const { schema } = await loadProject(folder);
const galley = await createGalley({
  schema,
  profile: "strapi",
  roles: { public: { "*": ["find", "findOne"] } },
  tokens: [
    { name: "full", token: full, access: "full-access" },
    { name: "read", token: read, access: "read-only" },
  ],
});
const { url } = await galley.listen({ port: Number(port) });
console.log(`listening at ${url}`);
