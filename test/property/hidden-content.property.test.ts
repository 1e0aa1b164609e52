import { describe, expect, it } from "vitest";
import type { Galley } from "../../transport/galley.ts";
import { queryString } from "../arbitraries/queries/query-string.ts";
import { openWithSecrets, READER, SECRET_TYPES, type Secrets } from "../support/content/secrets.ts";
import { fc } from "../support/fast-check.ts";
import { requestOf } from "../support/requests/request-of.ts";

/** Pairs of deployments per test. Raise it to look longer. */
const PAIRS = Number(process.env.GALLEY_SECRET_PAIRS ?? 12);

/** Words that the queries look for too. */
const word = fc.constantFrom("a", "name", "title", "true", "1");
const secrets: fc.Arbitrary<Secrets> = fc.record({
  hush: word,
  pin: fc.constantFrom(1, 2),
  person: fc.option(word),
  draft: fc.option(word),
});

const PATHS = ["/api/notes", "/api/notes/note1", "/api/topics", "/api/topics/topic1", "/api/tags", "/api/tags/tag1"];
const HIDDEN = ["/api/notes/note9", "/api/people", "/api/people/person1"];
const request = fc.oneof(
  ...[...PATHS, ...HIDDEN].map((path) => {
    const type = path.includes("topic")
      ? "topic"
      : path.includes("tag")
        ? "tag"
        : path.includes("note")
          ? "note"
          : "person";
    return queryString(SECRET_TYPES, type).map((query) => `${path}?${query}`);
  }),
);
/** By the recorded behaviour anyone can see whether the draft of a published entry has changed; nothing else of the draft. */
const asksOfChanges = (target: string) => /publicationFilter.*modified/.test(target);
const requests = fc.array(
  request.filter((target) => !asksOfChanges(target)),
  { minLength: 100, maxLength: 100 },
);

async function ask(galley: Galley, target: string, authorization?: string): Promise<string> {
  const headers = authorization === undefined ? {} : { authorization };
  const response = await galley.handler(requestOf({ target, headers }));
  return `${response.status} ${response.body}`;
}

describe("a visitor", () => {
  it("gets the same answers whatever it may not read", { timeout: 3_600_000 }, async () => {
    const profile = fc.constantFrom("contract" as const, "strapi" as const);
    const law = fc.asyncProperty(profile, secrets, secrets, requests, async (profile, one, other, targets) => {
      // Whoever may find may see the drafts of that profile, if it asks for them.
      const known = profile === "strapi" ? { draft: null } : {};
      const open = (secrets: Secrets) => openWithSecrets({ ...secrets, ...known }, { profile });
      const deployments = [await open(one), await open(other)] as const;
      for (const target of targets) {
        expect(await ask(deployments[0], target), target).toBe(await ask(deployments[1], target));
      }
      await Promise.all(deployments.map((galley) => galley.close()));
    });
    await fc.assert(law, { numRuns: PAIRS });
  });
});

describe("a caller with more permissions", () => {
  it("gets other answers, so that there is something to hide", async () => {
    const nothing = await openWithSecrets({ hush: "a", pin: 1, person: null, draft: null });
    const something = await openWithSecrets({ hush: "a", pin: 1, person: "name", draft: "title" });
    const targets = ["/api/notes?status=draft", "/api/tags?status=draft", "/api/people", "/api/notes?populate=owner"];
    for (const target of targets) {
      const token = `Bearer ${READER}`;
      expect(await ask(nothing, target, token), target).not.toBe(await ask(something, target, token));
    }
    await Promise.all([nothing.close(), something.close()]);
  });
});
