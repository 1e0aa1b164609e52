import { FULL_ACCESS } from "../../../engine/access.ts";
import { checkKeys } from "../../../engine/document/check/check-keys.ts";
import { checkReferences } from "../../../engine/document/check/check-references.ts";
import { checkValues } from "../../../engine/document/check/check-values.ts";
import type { Lookups } from "../../../engine/document/check/lookups.ts";
import type { ValueCheck } from "../../../engine/document/check/scope.ts";
import { readData, storedData } from "../../../engine/document/data.ts";
import type { Input } from "../../../engine/document/input.ts";
import { HashedPassword } from "../../../engine/document/scalars/password.ts";
import { passwordPlaces, replacePasswords } from "../../../engine/document/scalars/passwords.ts";
import { EngineError, invariant } from "../../../engine/error.ts";
import { CONTRACT_RULES } from "../../../engine/rules.ts";
import type { ContentType } from "../../../engine/schema/content-type.ts";
import { defineSchema } from "../../../engine/schema/define/define.ts";
import type { AttributeDefinitions } from "../../../engine/schema/definition.ts";
import type { Schema } from "../../../engine/schema/schema.ts";
import { schemaOf } from "../../support/content/schema-of.ts";

export interface TypeInSchema {
  readonly schema: Schema;
  readonly type: ContentType;
}

/** A schema with a type `thing` of these attributes, and `tag` and `author` to relate to. */
export function thing(
  attributes: AttributeDefinitions,
  components: Readonly<Record<string, AttributeDefinitions>> = {},
): TypeInSchema {
  const name: AttributeDefinitions = { name: { type: "string" } };
  const types = {
    thing: { plural: "things", attributes },
    tag: { plural: "tags", attributes: name },
    author: { plural: "authors", dp: false as const, attributes: name },
  };
  const schema = defineSchema(schemaOf(types, components));
  return { schema, type: schema.type("api::thing.thing") };
}

/** Nothing is stored but the documents whose documentId begins with `known`. */
export const EMPTY: Lookups = {
  exists: (_, documentId) => documentId.startsWith("known"),
  byId: () => null,
  taken: () => false,
};

type Options = Partial<Omit<ValueCheck, "schema" | "type" | "data">>;

/** Checks a creation, by default under the full rules. */
export function valuesOf({ schema, type }: TypeInSchema, data: unknown, options: Options = {}): Input {
  return checkValues({
    schema,
    type,
    data: options.operation === "publish" ? storedData(Object(data)) : readData(data),
    operation: "create",
    full: true,
    rules: CONTRACT_RULES,
    lookups: EMPTY,
    ...options,
  });
}

/** Everything that is checked of a caller's data, with passwords hashed on the way. */
export function checkAll(types: TypeInSchema, sent: unknown, options: Options = {}): Input {
  const { schema, type } = types;
  const { rules = CONTRACT_RULES, lookups = EMPTY } = options;
  const hashed = passwordPlaces(schema, type, sent).map(({ path, plain }) => {
    return [path, new HashedPassword(plain, `hash of ${plain}`)] as const;
  });
  const data = readData(replacePasswords(sent, hashed));
  checkKeys(schema, type, data, FULL_ACCESS, rules);
  checkReferences(schema, type, data, rules, lookups);
  return valuesOf(types, data, options);
}

/** The refusal that the work ends in. */
export function refusal(work: () => unknown): EngineError {
  try {
    work();
  } catch (error) {
    if (error instanceof EngineError) return error;
    throw error;
  }
  throw new Error("Nothing was refused");
}

/** Place and message of every issue in a refusal; the value too where there is one. */
export function issuesOf(work: () => unknown): readonly (readonly [path: string, message: string, value?: unknown])[] {
  const { errors } = refusal(work).details;
  invariant(Array.isArray(errors), "a refusal has issues");
  return errors.map((issue) => {
    const place = [issue.path.join("."), issue.message] as const;
    return "value" in issue ? [...place, issue.value] : place;
  });
}
