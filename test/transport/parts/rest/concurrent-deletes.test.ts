import { expect, it } from "vitest";
import type { ProfileName } from "../../../../transport/contract/profiles/profile-name.ts";
import { createGalley } from "../../../../transport/galley.ts";
import { schemaOf } from "../../../support/content/schema-of.ts";

const TOKEN = "token-of-the-editor";
const attributes = { name: { type: "string" } } as const;

const ANSWERS: readonly { profile: ProfileName; statuses: readonly number[] }[] = [
  { profile: "contract", statuses: [200, 404, 404] },
  { profile: "strapi", statuses: [204, 204, 204] },
];

it.each(ANSWERS)("one of several DELETEs at once removes the document: $profile", async ({ profile, statuses }) => {
  const galley = await createGalley({
    schema: schemaOf({ tag: { dp: false, attributes } }),
    profile,
    tokens: [{ name: "editor", token: TOKEN, access: "full-access" }],
    seed: { tag: [{ name: "one" }, { name: "two" }] },
  });
  const [tag] = await galley.documents("api::tag.tag").findMany({});
  const headers = { authorization: `Bearer ${TOKEN}` };

  const answers = await Promise.all(
    statuses.map(() => galley.fetch(`/api/tags/${tag?.documentId}`, { method: "DELETE", headers })),
  );

  expect(answers.map(({ status }) => status)).toEqual(statuses);
  expect(await galley.documents("api::tag.tag").count({})).toBe(1);
  await galley.close();
});
