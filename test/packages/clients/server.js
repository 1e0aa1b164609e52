// A server as a process of its own: server.js LISTENER. Prints its address; ends with its parent.
import { createGalley } from "galley";

const galley = await createGalley({
  schema: {
    contentTypes: {
      "api::post.post": {
        info: { singularName: "post", pluralName: "posts", displayName: "Post" },
        options: { draftAndPublish: false },
        attributes: { title: { type: "string", required: true } },
      },
    },
  },
  roles: { public: { "*": ["find", "findOne", "create"] } },
  cors: "*",
  graphql: true,
  seed: { post: [{ title: "Bread" }, { title: "Tea" }] },
});
const { url } = await galley.listen({ port: 0, listener: process.argv[2] });
process.send(url);
process.on("disconnect", () => process.exit());
