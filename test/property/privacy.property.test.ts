import { describe, expect, it } from "vitest";
import type { RawParams } from "../../engine/internal.ts";
import { content } from "../arbitraries/content.ts";
import { CONTENT_SCHEMA } from "../arbitraries/content-schema.ts";
import { ASKERS, type Asker, type Question, questionsOf } from "../arbitraries/queries/questions.ts";
import { engineWith } from "../model/content.ts";
import { disguised, type Secrets } from "../model/disguise.ts";
import { fc } from "../support/fast-check.ts";
import { answerText } from "./queries/answers.ts";

/** For any request, the answer is the same to the byte if only hidden content differs. */
function answersKeep(secrets: Secrets, askers: readonly Asker[], allowed: (params: RawParams) => RawParams): void {
  const asked = fc.constantFrom(...askers).chain((asker) =>
    fc.record({
      asker: fc.constant(asker),
      questions: fc.array(questionsOf(asker), { minLength: 1, maxLength: 12, size: "max" }),
    }),
  );
  fc.assert(
    fc.property(content, content, asked, (stored, other, { asker, questions }) => {
      const engine = engineWith(CONTENT_SCHEMA, stored, asker.rules);
      const changed = engineWith(CONTENT_SCHEMA, disguised(CONTENT_SCHEMA, stored, other, secrets), asker.rules);
      for (const question of questions) {
        const whole: Question = { ...question, params: allowed(question.params) };
        expect(answerText(changed, asker, whole)).toBe(answerText(engine, asker, whole));
      }
    }),
    { numRuns: 25 },
  );
}

const restricted = ASKERS.filter(({ access }) => !access.may("api::vault.vault", "find"));
const unknown = ASKERS.filter(({ access }) => !access.authenticated);

describe("answers", () => {
  it("never depend on private attributes or passwords", () => {
    answersKeep({ drafts: false, types: [] }, ASKERS, (params) => params);
  });

  it("never depend on types that the caller may not read", () => {
    answersKeep({ drafts: false, types: ["api::vault.vault"] }, restricted, (params) => params);
  });

  it("never depend on drafts when published versions are requested without credentials", () => {
    answersKeep({ drafts: true, types: ["api::vault.vault"] }, unknown, ({ status: _, ...params }) => {
      // By definition these two reveal whether the draft was changed after it was published.
      const tells = params.publicationFilter === "modified" || params.publicationFilter === "unmodified";
      return tells ? { ...params, publicationFilter: null } : params;
    });
  });
});
