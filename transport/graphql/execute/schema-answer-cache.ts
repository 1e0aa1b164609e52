import type { OperationDefinitionNode } from "graphql";
import { WeightedCache } from "../../../engine/internal.ts";
import type { PreparedDocument } from "../document/prepared-document.ts";
import { META_FIELDS } from "../plan/compile.ts";
import type { Plan } from "../plan/plan.ts";
import type { Executed } from "./executed.ts";

/** Bytes of answers that are kept: large ones, of which a tool or two ask for the same again and again. */
const ANSWERS_BYTES = 32 * 1_048_576;

/** Answers to questions about the schema: each takes long to make, and is the same for everybody and for ever. */
export class SchemaAnswerCache {
  readonly #answers = new WeightedCache<OperationDefinitionNode, Executed>(ANSWERS_BYTES);

  of(operation: OperationDefinitionNode): Executed | undefined {
    return this.#answers.get(operation);
  }

  keep({ weight }: PreparedDocument, operation: OperationDefinitionNode, answer: Executed): void {
    this.#answers.set(operation, answer, weight + answer.body.length);
  }
}

/** Nothing else is asked about, and nothing that a variable says. */
export function isAboutSchema({ root }: Plan, { variableDefinitions = [] }: OperationDefinitionNode): boolean {
  return variableDefinitions.length === 0 && root.fields.every(({ field }) => META_FIELDS.has(field.name));
}
