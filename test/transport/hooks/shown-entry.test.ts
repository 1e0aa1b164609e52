import { expect, it } from "vitest";
import { type Access, defineSchema } from "../../../engine/internal.ts";
import { shownEntry } from "../../../transport/hooks/shown-entry.ts";
import { schemaOf } from "../../support/content/schema-of.ts";

const SCHEMA = defineSchema(
  schemaOf({
    secret: { dp: false, attributes: { name: { type: "string" } } },
    post: {
      dp: false,
      attributes: {
        title: { type: "string" },
        note: { type: "string", private: true },
        one: { type: "relation", relation: "morphToOne" },
        many: { type: "relation", relation: "morphToMany" },
      },
    },
  }),
);

it("leaves out items of relations to any type that the caller may not find, or whose type is unknown", () => {
  const access: Access = { authenticated: true, may: (type) => type === "api::post.post" };
  const secret = { __type: "api::secret.secret", id: 1, name: "S" };
  const post = { __type: "api::post.post", id: 2, title: "T", note: "N" };
  const shown = (one: unknown, many: unknown) =>
    shownEntry(SCHEMA, SCHEMA.type("api::post.post"), access, { title: "A", one, many });
  const seen = { __type: "api::post.post", id: 2, title: "T" };
  expect(shown(post, [secret, post, { id: 3, note: "N" }])).toEqual({ title: "A", one: seen, many: [seen] });
  for (const one of [secret, { id: 3, note: "N" }, { ...post, __type: "api::nope.nope" }])
    expect(shown(one, null)).toEqual({ title: "A", one: null, many: null });
});
