import { type ASTNode, type GraphQLSchema, type OperationDefinitionNode, visit } from "graphql";
import { type Access, Parameter, type ParameterValues } from "../../../../engine/internal.ts";
import type { PreparedDocument } from "../document/prepared-document.ts";
import { coerceParameters, isVaried, LeafValue } from "../execute/arguments/coerce-variables.ts";
import type { Arguments } from "../execute/arguments/list-params.ts";
import type { QueryChecks } from "../execute/arguments/query-checks.ts";
import type { Plan } from "../plan/plan.ts";
import { PlannedArguments } from "../plan/planned-arguments.ts";
import { type NamedEntry, type RootRead, rootReadsOf } from "../plan/root-read.ts";
import type { SelectCache } from "../plan/select-cache.ts";
import { numbersIn, parametersOf, type RootParameters, replaceLeaves } from "./parameters.ts";
import type { RequestForm } from "./request-form.ts";

/** Dependencies of prepared reads. */
export interface PrepareParts {
  readonly schema: GraphQLSchema;
  readonly checks: QueryChecks;
  readonly selects: SelectCache;
}

/** A query by its plan. */
export interface PlannedQuery {
  readonly prepared: PreparedDocument;
  readonly operation: OperationDefinitionNode;
  readonly access: Access;
  readonly plan: Plan;
  /** The arguments of this query. */
  readonly args: PlannedArguments;
  /** Whether it costs little enough whatever the content. */
  readonly isCheap: boolean;
}

/** The read of a root field by the values that vary; null for values that need a check of their own. */
type Fill = (values: ParameterValues) => RootRead | null;

/** The reads of all queries of one form and caller, by the values with which their root fields find entries. */
export class PreparedRead {
  readonly query: PlannedQuery;
  readonly #varied: readonly LeafValue[];
  readonly #fills: readonly Fill[];

  /** `query`: one of the queries of this form. */
  constructor(query: PlannedQuery, varied: readonly LeafValue[], fills: readonly Fill[]) {
    this.query = query;
    this.#varied = varied;
    this.#fills = fills;
  }

  /** The indexes of the values that all of the queries share. */
  fixedIn({ values }: RequestForm): readonly number[] {
    const varied = new Set(this.#varied.map(({ number }) => number));
    return [...values.keys()].filter((number) => !varied.has(number));
  }

  /** The reads with these values; null if they have to be checked as usual, or refused. */
  fill(values: ParameterValues): readonly RootRead[] | null {
    const coerced: (string | number)[] = [];
    for (const { number, coerce } of this.#varied) {
      const value = values[number];
      const checked = isVaried(value) ? coerce?.(value) : undefined;
      if (!isVaried(checked)) return null;
      coerced.push(checked);
    }
    const reads: RootRead[] = [];
    for (const fill of this.#fills) {
      const read = fill(coerced);
      if (read === null) return null;
      reads.push(read);
    }
    return reads;
  }
}

/**
 * Prepares the read of a query; null if an argument of a root field is invalid. Throws EngineError for a root field that is
 * refused.
 */
export function prepareRead(parts: PrepareParts, query: PlannedQuery, form: RequestForm): PreparedRead | null {
  const { plan, access, args } = query;
  const reads = rootReadsOf(plan.root, { ...parts, access, args });
  if (reads === null) return null;
  const asItIs = () =>
    new PreparedRead(
      query,
      [],
      reads.map((read) => () => read),
    );
  return (form.isShort && varyingRead(parts, query, form, reads)) || asItIs();
}

/** Null if the values decide about more than the entries that root fields find. */
function varyingRead(
  { schema, checks }: PrepareParts,
  query: PlannedQuery,
  form: RequestForm,
  reads: readonly RootRead[],
): PreparedRead | null {
  const leaves = form.values.map((value, number) => new LeafValue(number, value));
  const { sent, literals } = form.withLeaves(leaves);
  const coerced = coerceParameters(schema, query.operation, sent);
  if (coerced === null) return null;
  const variables = { ...coerced, ...(replaceLeaves(literals, toParameter) as Arguments) };
  // A leaf is left in a scalar that takes any JSON.
  const args = new PlannedArguments(
    replaceLeaves(variables, (leaf) => (leaf instanceof Parameter ? leaf : leaf.value)) as Arguments,
  );
  const roots = reads.map((read): Root => {
    const given = args.of(read.planned) ?? {};
    return { read, args: given, parameters: parametersOf(read.meaning, given) };
  });
  const varied = variedIn(query, variables, roots);
  if (varied.length === 0) return null;
  const fills = roots.map((root) => fillOf(checks, query.access, root, varied));
  if (!fills.every((fill) => fill !== null)) return null;
  return new PreparedRead(
    query,
    varied.flatMap((number) => leaves[number] ?? []),
    fills,
  );
}

/** Literals are coerced already. */
function toParameter(leaf: LeafValue | Parameter): Parameter {
  if (leaf instanceof Parameter) return leaf;
  leaf.coerce = (value) => value;
  return new Parameter(leaf.number, leaf.value);
}

/** A root field, and its arguments with parameters. */
interface Root {
  readonly read: RootRead;
  readonly args: Arguments;
  readonly parameters: RootParameters;
}

/** Numbers of the parameters that decide only which entries root fields find, ascending. */
function variedIn(query: PlannedQuery, variables: Arguments, roots: readonly Root[]): readonly number[] {
  const fixed = new Set(roots.flatMap(({ parameters }) => parameters.others));
  for (const [name, value] of Object.entries(variables)) {
    const numbers = numbersIn(value);
    if (numbers.length === 0 || !isReadElsewhere(query, roots, name)) continue;
    for (const number of numbers) fixed.add(number);
  }
  const finding = new Set(roots.flatMap(({ parameters }) => parameters.finding));
  return [...finding].filter((number) => !fixed.has(number)).sort((one, other) => one - other);
}

/** Whether a variable is used outside of the arguments of the root fields. */
function isReadElsewhere({ prepared, operation }: PlannedQuery, roots: readonly Root[], name: string): boolean {
  const sets = [operation.selectionSet, ...[...prepared.fragments.values()].map(({ selectionSet }) => selectionSet)];
  const uses = (nodes: readonly ASTNode[]): number => nodes.reduce((sum, each) => sum + usesIn(each, name), 0);
  const inRoots = roots.flatMap(({ read }) => read.planned.node.arguments ?? []);
  return uses([...sets, ...(operation.directives ?? [])]) > uses(inRoots);
}

function usesIn(node: ASTNode, name: string): number {
  let uses = 0;
  visit(node, {
    Variable: (variable) => {
      if (variable.name.value === name) uses++;
    },
  });
  return uses;
}

function fillOf(checks: QueryChecks, access: Access, root: Root, varied: readonly number[]): Fill | null {
  const { read, args, parameters } = root;
  const { planned, meaning, query, shows, entry } = read;
  const finding = new Set(parameters.finding);
  const own = new Map(varied.filter((number) => finding.has(number)).map((number, index) => [number, index]));
  if (own.size === 0) return () => read;
  const places = [...own.keys()].map((number) => varied.indexOf(number));
  const [first = 0] = places;
  if (meaning.kind === "find one") {
    if (typeof entry === "string") return () => read;
    const named = (value: string): NamedEntry => ("id" in entry ? { id: value } : { documentId: value });
    // Members one by one: spreading an object takes a microsecond.
    return (values) => ({ planned, meaning, query, shows, entry: named(String(values[first])) });
  }
  const withNumbers = replaceLeaves(args, (leaf) => {
    const index = own.get(leaf.number);
    return index === undefined ? leaf.value : new Parameter(index, leaf.value);
  });
  const byValues = checks.listByValues(access, meaning.type, withNumbers as Arguments, {
    counted: query.page.withCount,
    parameters: own.size,
  });
  if (byValues === null) return null;
  const isAll = own.size === varied.length;
  return (values) => {
    const asked = byValues(isAll ? values : places.map((place) => values[place] ?? ""));
    return asked && { planned, meaning, query: asked, shows, entry };
  };
}
