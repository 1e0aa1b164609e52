/** Serves a Strapi project's types in the profile `strapi`: serve.ts SRC PORT FULL_TOKEN READ_TOKEN. */

import { readProject } from "../../transport/cli/read-project.ts";
import { createGalley } from "../../transport/galley.ts";

const [folder = "", port = "", full = "", read = ""] = process.argv.slice(2);
const galley = await createGalley({
  schema: await readProject(folder),
  profile: "strapi",
  roles: { public: { "*": ["find", "findOne"] } },
  tokens: [
    { name: "full", token: full, access: "full-access" },
    { name: "read", token: read, access: "read-only" },
  ],
});
const { url } = await galley.listen({ port: Number(port) });
console.log(`listening at ${url}`);
