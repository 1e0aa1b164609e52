import { GraphQLError, getArgumentValues } from "graphql";
import type { Arguments } from "../execute/arguments/list-params.ts";
import type { Variables } from "../schema/scalars/literal-value.ts";
import type { PlannedField } from "./plan.ts";

/** The arguments of a plan's fields for one set of variables, each computed once. */
export class PlannedArguments {
  readonly #variables: Variables;
  readonly #known = new Map<PlannedField, Arguments | null>();

  constructor(variables: Variables) {
    this.#variables = variables;
  }

  /** Null if a variable has a value that is invalid at its place: an error of the field, not of the request. */
  of(planned: PlannedField): Arguments | null {
    if (planned.constant !== null) return planned.constant;
    const known = this.#known.get(planned);
    if (known !== undefined) return known;
    const args = this.#valuesOf(planned);
    this.#known.set(planned, args);
    return args;
  }

  #valuesOf({ field, node }: PlannedField): Arguments | null {
    try {
      return getArgumentValues(field, node, this.#variables);
    } catch (error) {
      if (error instanceof GraphQLError) return null;
      throw error;
    }
  }
}
