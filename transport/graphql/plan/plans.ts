import { type GraphQLSchema, Kind, type OperationDefinitionNode, visit } from "graphql";
import type { PreparedDocument } from "../document/prepared-document.ts";
import type { Variables } from "../schema/literal-value.ts";
import { compile } from "./compile.ts";
import type { Plan } from "./plan.ts";

/** Plans of one operation that are kept: one for each way in which its conditions can be answered. */
const KEPT = 16;

interface OperationPlans {
  /** Variables that decide whether fields are there. */
  readonly conditions: readonly string[];
  readonly byConditions: Map<string, Plan | null>;
}

/** The plans of operations, made when an operation is first run and kept as long as its document is. */
export class Plans {
  readonly #schema: GraphQLSchema;
  readonly #fields: number;
  readonly #operations = new WeakMap<OperationDefinitionNode, OperationPlans>();

  /** `fields`: most fields of a plan. */
  constructor(schema: GraphQLSchema, fields: number) {
    this.#schema = schema;
    this.#fields = fields;
  }

  /**
   * The plan for these variables; null for a kind of operation that the schema has none of.
   *
   * @throws LimitError `fields`.
   */
  of(prepared: PreparedDocument, operation: OperationDefinitionNode, variables: Variables): Plan | null {
    const { conditions, byConditions } = this.#plansOf(prepared, operation);
    const key = conditions.map((name) => String(variables?.[name])).join();
    const known = byConditions.get(key);
    if (known !== undefined) return known;
    const plan = compile({
      schema: this.#schema,
      operation,
      fragments: prepared.fragments,
      variables,
      fields: this.#fields,
    });
    if (byConditions.size >= KEPT) byConditions.clear();
    byConditions.set(key, plan);
    return plan;
  }

  #plansOf({ document }: PreparedDocument, operation: OperationDefinitionNode): OperationPlans {
    const known = this.#operations.get(operation);
    if (known !== undefined) return known;
    const conditions = new Set<string>();
    visit(document(), {
      Directive: ({ arguments: given = [] }) => {
        for (const { value } of given) if (value.kind === Kind.VARIABLE) conditions.add(value.name.value);
      },
    });
    const plans: OperationPlans = { conditions: [...conditions], byConditions: new Map() };
    this.#operations.set(operation, plans);
    return plans;
  }
}
