import { auditServer } from "graphql-http";
import { expect, test } from "vitest";
import { createGalley } from "../../../../transport/galley.ts";
import { BLOG } from "../../../support/content/blog.ts";

/** Apollo, which Strapi serves GraphQL by, answers 400 whatever the client accepts; so does Galley. */
const STATUS_400 = "warn: Response status code is not 200";

/** A GET that a form on another site could send is refused, in the words of Apollo. */
const CROSS_SITE = "notice: Response status code is not 200";

/** Where the draft of GraphQL over HTTP requires another answer, by audit; docs/graphql.md lists each. */
const EXCEPTIONS: Readonly<Record<string, string>> = {
  "572B": STATUS_400,
  FDE2: STATUS_400,
  "7B9B": STATUS_400,
  "5A70": CROSS_SITE,
  "6A70": CROSS_SITE,
  D6D5: CROSS_SITE,
};

/** Audits of graphql-http 1.22: none may get lost. */
const AUDITS = 61;

test.each(["contract", "strapi"] as const)("profile %s keeps to GraphQL over HTTP", async (profile) => {
  const galley = await createGalley({ schema: BLOG, graphql: true, profile, open: true });
  const { url } = await galley.listen({ port: 0 });
  const results = await auditServer({ url: `${url}/graphql` });
  await galley.close();
  const found = results.flatMap((each) => (each.status === "ok" ? [] : [[each.id, `${each.status}: ${each.reason}`]]));
  expect(results.length).toBeGreaterThanOrEqual(AUDITS);
  expect(Object.fromEntries(found)).toEqual(EXCEPTIONS);
});
