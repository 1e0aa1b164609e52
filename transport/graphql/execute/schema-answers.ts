import type { OperationDefinitionNode } from "graphql";
import { META_FIELDS } from "../plan/compile.ts";
import type { Plan } from "../plan/plan.ts";
import type { Executed } from "./executed.ts";

/** Characters of answers that are kept. */
const KEPT = 8_000_000;

/** Answers to questions about the schema: each takes long to make, and is the same for everybody and for ever. */
export class SchemaAnswers {
  #answers = new Map<OperationDefinitionNode, Executed>();
  #left = KEPT;

  of(operation: OperationDefinitionNode): Executed | undefined {
    return this.#answers.get(operation);
  }

  keep(operation: OperationDefinitionNode, answer: Executed): void {
    this.#left -= answer.body.length;
    if (this.#left < 0) {
      this.#answers = new Map();
      this.#left = KEPT - answer.body.length;
    }
    this.#answers.set(operation, answer);
  }
}

/** Nothing else is asked about, and nothing that a variable says. */
export function isAboutSchema({ root }: Plan, { variableDefinitions = [] }: OperationDefinitionNode): boolean {
  return variableDefinitions.length === 0 && root.fields.every(({ field }) => META_FIELDS.has(field.name));
}
