import type { OperationDefinitionNode } from "graphql";
import { WeightedCache } from "../../../../engine/internal.ts";
import type { PreparedDocument } from "../document/prepared-document.ts";
import type { Executed } from "../execute/executed.ts";
import { META_FIELDS } from "../plan/compile.ts";
import type { Plan } from "../plan/plan.ts";

/** Bytes of the cached answers: few, but large; tools ask for the same ones again and again. */
const ANSWERS_BYTES = 32 * 1_048_576;

/** Cache of introspection answers: each is slow to make, and the same for every caller and forever. */
export class SchemaAnswerCache {
  readonly #answers = new WeightedCache<OperationDefinitionNode, Executed>(ANSWERS_BYTES);

  of(operation: OperationDefinitionNode): Executed | undefined {
    return this.#answers.get(operation);
  }

  keep({ weight }: PreparedDocument, operation: OperationDefinitionNode, answer: Executed): void {
    this.#answers.set(operation, answer, weight + answer.body.length);
  }
}

/** Only introspection, without any variable. */
export function isAboutSchema({ root }: Plan, { variableDefinitions = [] }: OperationDefinitionNode): boolean {
  return variableDefinitions.length === 0 && root.fields.every(({ field }) => META_FIELDS.has(field.name));
}
