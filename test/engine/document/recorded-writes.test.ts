import { describe, expect, it } from "vitest";
import { FULL_ACCESS } from "../../../engine/access.ts";
import { checkKeys } from "../../../engine/document/check/check-keys.ts";
import { checkReferences } from "../../../engine/document/check/check-references.ts";
import { checkValues } from "../../../engine/document/check/check-values.ts";
import type { Lookups } from "../../../engine/document/check/lookups.ts";
import { readData } from "../../../engine/document/data.ts";
import { HashedPassword } from "../../../engine/document/scalars/password.ts";
import { passwordPlaces, replacePasswords } from "../../../engine/document/scalars/passwords.ts";
import { EngineError } from "../../../engine/error.ts";
import { STRAPI_RULES } from "../../../engine/rules.ts";
import type { ContentType } from "../../../engine/schema/content-type.ts";
import { defineSchema } from "../../../engine/schema/define/define.ts";
import { schemaOf } from "../../support/content/schema-of.ts";
import type { RequestStep, Scenario } from "../../support/vectors/format.ts";
import { Names } from "../../support/vectors/names/names.ts";
import { writeVectors } from "../../support/vectors/vector-file.ts";
import { storedData } from "./stored-data.ts";

/*
 * The creations among the recorded writes whose outcome depends on the data alone: checking it must refuse the same
 * data, in the same words, and nothing else. Writes that depend on stored documents are played against a whole server.
 */
const vectors = writeVectors();
const schema = defineSchema(schemaOf(vectors.types, vectors.components));
const GROUPS = /^(type .*|constraint|required|default|keys|component|repeatable|dynamiczone|media|relation to-.*)$/;

/** Names of a scenario are not filled in: they refer to existing documents. */
const lookups: Lookups = {
  exists: (_, documentId) => documentId.startsWith("@"),
  byId: () => null,
  taken: () => false,
};

const scenarios = vectors.scenarios.filter(({ group, quirk }) => GROUPS.test(group) && quirk === undefined);

describe("the recorded creations", () => {
  it.each(scenarios.flatMap(creationsIn))("%s", (_, { path, body, expect: expected }) => {
    const [, plural, query = ""] = /^\/api\/([^?]+)\??(.*)$/.exec(path) ?? [];
    const type = schema.byPath.get(String(plural));
    const data: unknown = Object(body).data;
    if (type === undefined) throw new Error(`No type for ${path}`);
    const refusal = refusalOf(type, data, query.includes("status=draft"));
    if (expected.status === 201) expect(refusal).toBeNull();
    else expect(new Names().normalise(refusal)).toEqual(wordsOf(expected.body));
  });
});

function creationsIn({ group, name, steps }: Scenario): [title: string, step: RequestStep][] {
  return steps
    .filter((step): step is RequestStep => "method" in step && step.method === "POST" && step.body !== undefined)
    .filter((step) => !step.path.includes("upload") && !needsStored(step))
    .map((step) => [`${group}: ${name}: POST ${step.path} ${JSON.stringify(step.body)}`, step]);
}

/**
 * Names numeric ids of documents or files made before, `true` for the first, or has a value that a stored document has.
 */
function needsStored({ body, expect: expected }: RequestStep): boolean {
  const names = /"@(n|f)\d|"(m2o|m2m|pics?)":true/.test(JSON.stringify(body));
  return names || Object(expected.body).error?.message === TAKEN;
}

const TAKEN = "This attribute must be unique";

function refusalOf(type: ContentType, sent: unknown, draft: boolean): unknown {
  const check = { schema, type, rules: STRAPI_RULES, lookups };
  const hashed = passwordPlaces(schema, type, sent).map(({ path, plain }) => {
    return [path, new HashedPassword(plain, `hash of ${plain}`)] as const;
  });
  try {
    const data = readData(replacePasswords(sent, hashed));
    checkKeys(schema, type, data, FULL_ACCESS, STRAPI_RULES);
    checkReferences(schema, type, data, STRAPI_RULES, lookups);
    const input = checkValues({ ...check, data, operation: "create", full: !type.draftAndPublish });
    if (type.draftAndPublish && !draft) {
      checkValues({ ...check, data: readData(storedData(schema, type, input)), operation: "publish", full: true });
    }
    return null;
  } catch (error) {
    if (!(error instanceof EngineError)) throw error;
    return wordsOf({ error: { message: error.message, details: error.details } });
  }
}

/** Message and details, through text as they are sent, without the whole data that some issues hold. */
function wordsOf(body: unknown): unknown {
  const { message, details } = Object(JSON.parse(JSON.stringify(Object(body).error)));
  const errors = Object(details).errors?.map(({ value, ...issue }: { value?: unknown; path: string[] }) => {
    return issue.path.length === 0 || value === undefined ? issue : { ...issue, value };
  });
  return { message, details: errors === undefined ? details : { errors } };
}
