import { expect, it } from "vitest";
import { createGalley } from "../../../transport/galley.ts";
import { schemaOf } from "../../support/content/schema-of.ts";

const schema = schemaOf(
  {
    post: {
      dp: false,
      attributes: {
        title: { type: "string" },
        next: link(),
        zone: { type: "dynamiczone", components: ["shared.card"] },
      },
    },
  },
  { "shared.card": { link: link() } },
);

/** Forms that Strapi 5 refuses or reads otherwise. */
const FORMS = [
  "populate[next]=next",
  "populate[next]=1",
  "populate[next]=false",
  "populate=next.next,nothing",
  "populate[nothing]=true&populate[next]=true",
  "populate[zone][populate]=link",
  "populate[zone][populate][link]=x",
];

it.each(["passes them on", "changes another one"])(
  "a hook that %s answers populate of Strapi 4 as no hook",
  async (does) => {
    const options = {
      schema,
      profile: "strapi",
      rest: { format: "v4" },
      open: true,
      ids: "sequential",
      clock: "2026-01-01",
      seed: {
        post: [
          { $name: "a", title: "A", next: { $ref: "b" }, zone: [{ __component: "shared.card", link: { $ref: "b" } }] },
          { $name: "b", title: "B", next: { $ref: "a" } },
        ],
      },
    } as const;
    await using bare = await createGalley(options);
    await using hooked = await createGalley({
      ...options,
      setup: (galley) => {
        galley.use({ types: ["post"] }, (context, next) => {
          if (does !== "passes them on") context.params.filters = { title: { $ne: "C" } };
          return next();
        });
      },
    });
    for (const query of FORMS) {
      for (const path of ["/api/posts", "/api/posts/1"]) {
        const [one, other] = await Promise.all([bare, hooked].map((galley) => galley.fetch(`${path}?${query}`)));
        expect([query, await other?.json()]).toEqual([query, await one?.json()]);
        expect(one?.status).toBe(200);
      }
    }
  },
);

function link() {
  return { type: "relation", relation: "oneToOne", target: "api::post.post" } as const;
}
