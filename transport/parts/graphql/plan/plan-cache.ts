import { type GraphQLSchema, Kind, type OperationDefinitionNode, visit } from "graphql";
import { WeightedCache } from "../../../../engine/internal.ts";
import type { PreparedDocument } from "../document/prepared-document.ts";
import type { Variables } from "../schema/scalars/literal-value.ts";
import { compile } from "./compile.ts";
import type { Plan, Selection } from "./plan.ts";

/** Bytes of the cached plans. */
const PLANS_BYTES = 32 * 1_048_576;

/** Bytes of one field of a plan, with its prepared writer. */
const FIELD_BYTES = 1_500;

/** Maximum number of cached plans of one operation: one for each combination of its conditions. */
const MAX_CONDITIONS = 16;

interface OperationPlans {
  /** Variables that conditions depend on. */
  readonly conditions: readonly string[];
  readonly byConditions: Map<string, Plan | null>;
}

/** The plans of operations, compiled when an operation is first executed. */
export class PlanCache {
  readonly #schema: GraphQLSchema;
  readonly #fields: number;
  readonly #operations = new WeightedCache<OperationDefinitionNode, OperationPlans>(PLANS_BYTES);

  /** `fields`: maximum number of fields of a plan. */
  constructor(schema: GraphQLSchema, fields: number) {
    this.#schema = schema;
    this.#fields = fields;
  }

  /**
   * The plan for these variables; null if the schema has no such kind of operation.
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
    if (byConditions.size >= MAX_CONDITIONS) byConditions.clear();
    byConditions.set(key, plan);
    this.#operations.grow(operation, plan === null ? 0 : fieldsOf(plan.root) * FIELD_BYTES);
    return plan;
  }

  #plansOf(prepared: PreparedDocument, operation: OperationDefinitionNode): OperationPlans {
    const known = this.#operations.get(operation);
    if (known !== undefined) return known;
    const conditions = new Set<string>();
    visit(prepared.document(), {
      Directive: ({ arguments: given = [] }) => {
        for (const { value } of given) if (value.kind === Kind.VARIABLE) conditions.add(value.name.value);
      },
    });
    const plans: OperationPlans = { conditions: [...conditions], byConditions: new Map() };
    // An operation keeps its document in memory.
    this.#operations.set(operation, plans, prepared.weight);
    return plans;
  }
}

function fieldsOf({ fields }: Selection): number {
  return fields.reduce((count, { below }) => {
    for (const selection of below.values()) count += fieldsOf(selection);
    return count + 1;
  }, 0);
}
