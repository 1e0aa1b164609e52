import { type ASTNode, type GraphQLSchema, type OperationDefinitionNode, visit } from "graphql";
import { type Access, isRecord, Parameter, type ParameterValues } from "../../../../engine/internal.ts";
import type { PreparedDocument } from "../document/prepared-document.ts";
import { fillableIn, isVaried, parametersIn, replaceParameters } from "../execute/arguments/args-template-key.ts";
import { coerceParameters, LeafValue } from "../execute/arguments/coerce-variables.ts";
import type { Arguments } from "../execute/arguments/list-params.ts";
import type { QueryChecks } from "../execute/arguments/query-checks.ts";
import type { Plan, PlannedField } from "../plan/plan.ts";
import type { PlanCache } from "../plan/plan-cache.ts";
import { PlannedArguments } from "../plan/planned-arguments.ts";
import { type RootRead, rootReadOf } from "../plan/root-read.ts";
import type { SelectCache } from "../plan/select-cache.ts";
import { type LiftedBody, withValues } from "./lift-values.ts";

/** What a template is made with. */
export interface TemplateParts {
  readonly schema: GraphQLSchema;
  readonly plans: PlanCache;
  readonly checks: QueryChecks;
  readonly selects: SelectCache;
}

/** A request that was answered by its plan. */
export interface AnsweredRequest {
  readonly prepared: PreparedDocument;
  readonly operation: OperationDefinitionNode;
  readonly access: Access;
}

/** A request of a template. */
export interface FilledTemplate {
  readonly operation: OperationDefinitionNode;
  readonly plan: Plan;
  readonly read: RootRead;
}

/** Null for values that need a check of their own. */
type Read = (values: ParameterValues) => RootRead | null;

/** Requests that differ only in values with which one root field finds its entries: only these have to be checked. */
export class RequestTemplate {
  readonly #operation: OperationDefinitionNode;
  readonly #plan: Plan;
  readonly #varied: readonly LeafValue[];
  readonly #read: Read;

  constructor(
    { operation, plan }: { readonly operation: OperationDefinitionNode; readonly plan: Plan },
    varied: readonly LeafValue[],
    read: Read,
  ) {
    this.#operation = operation;
    this.#plan = plan;
    this.#varied = varied;
    this.#read = read;
  }

  /** Null if the values have to be checked as usual, or refused. */
  fill(values: LiftedBody["values"]): FilledTemplate | null {
    const coerced: (string | number)[] = [];
    for (const { number, coerce } of this.#varied) {
      const value = values[number];
      const checked = value === undefined ? undefined : coerce?.(value);
      if (!isVaried(checked)) return null;
      coerced.push(checked);
    }
    const read = this.#read(coerced);
    // Named one by one: spreading an object takes a microsecond.
    return read && { operation: this.#operation, plan: this.#plan, read };
  }
}

/** A template, and the indexes of the values that all its requests share. */
export interface MadeTemplate {
  readonly template: RequestTemplate;
  readonly fixed: readonly number[];
}

/** The template of a request; null if its values decide about more than what one root field finds. */
export function templateOf(parts: TemplateParts, answered: AnsweredRequest, body: LiftedBody): MadeTemplate | null {
  const { prepared, operation, access } = answered;
  if (body.key.includes(ESCAPED_MARK)) return null;
  const leaves = body.values.map((value, number) => new LeafValue(number, value));
  const coerced = coerceParameters(parts.schema, operation, variablesIn(body.key, leaves));
  if (coerced === null) return null;
  const variables = { ...coerced, ...prepared.literals };
  const plan = parts.plans.of(prepared, operation, variables);
  const [root, ...others] = plan?.root.fields ?? [];
  if (plan === null || plan.plain || root === undefined || others.length > 0) return null;
  const args = new PlannedArguments(variables).of(root);
  if (args === null) return null;

  const fillable = variedIn(root, args);
  const varied = new Set(fillable.map(({ number }) => number));
  const variedOf = (value: unknown) => parametersIn(value).filter(({ number }) => varied.has(number));
  const names = Object.keys(coerced).filter((name) => variedOf(coerced[name]).length > 0);
  // A value of a scalar that takes any JSON was not coerced.
  if (holdsLeaf(variables) || variedOf(args).length > fillable.length) return null;
  if (names.some((name) => isReadElsewhere(answered, root, name))) return null;

  const numbers = [...varied].sort((one, other) => one - other);
  const read = readOf(parts, access, { root, args, varied: numbers, variables });
  if (read === null) return null;
  const template = new RequestTemplate(
    { operation, plan },
    leaves.filter(({ number }) => varied.has(number)),
    read,
  );
  return { template, fixed: leaves.flatMap(({ number }) => (varied.has(number) ? [] : [number])) };
}

/** The variables of a body, with these in place of its values. */
function variablesIn(key: string, leaves: readonly LeafValue[]): Arguments {
  const body = JSON.parse(
    withValues(key, (index) => `${MARK}${index}`),
    (_name, value) => (typeof value === "string" && value.startsWith(MARK) ? leaves[Number(value.slice(1))] : value),
  );
  return body.variables ?? {};
}

/** A character that the strings of such a body contain in no other place, and how JSON writes it. */
const MARK = "\u0001";
const ESCAPED_MARK = "\\u0001";

/** The parameters among the arguments of a root field that decide only which entries it finds. */
function variedIn({ meaning }: PlannedField, args: Arguments): readonly Parameter[] {
  if (meaning?.kind === "find many") return fillableIn(args);
  return meaning?.kind === "find one" && args.documentId instanceof Parameter ? [args.documentId] : [];
}

/** Whether a variable is used outside of the arguments of the root field. */
function isReadElsewhere({ prepared, operation }: AnsweredRequest, { node }: PlannedField, name: string): boolean {
  const sets = [operation.selectionSet, ...[...prepared.fragments.values()].map(({ selectionSet }) => selectionSet)];
  const uses = (nodes: readonly ASTNode[]): number => nodes.reduce((sum, each) => sum + usesIn(each, name), 0);
  return uses([...sets, ...(operation.directives ?? [])]) > uses(node.arguments ?? []);
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

interface RootOfTemplate {
  readonly root: PlannedField;
  /** With parameters. */
  readonly args: Arguments;
  /** Numbers of the parameters that vary, ascending. */
  readonly varied: readonly number[];
  readonly variables: Arguments;
}

function readOf({ checks, selects }: TemplateParts, access: Access, template: RootOfTemplate): Read | null {
  const { root, args, varied, variables } = template;
  const { meaning } = root;
  if (meaning?.kind !== "find many" && meaning?.kind !== "find one") return null;
  const rest = new PlannedArguments(replaceParameters(variables, ({ value }) => value) as Arguments);
  const read = rootReadOf(root, meaning, { access, checks, selects, args: rest });
  const select = read?.shows.get(root)?.select;
  if (read === null || select === undefined) return null;
  if (meaning.kind === "find one") {
    const isFixed = varied.length === 0 || read.documentId === null;
    return ([documentId]) => (isFixed ? read : { ...read, documentId: String(documentId) });
  }
  const parameters = replaceParameters(args, ({ number, value }) => {
    const index = varied.indexOf(number);
    return index === -1 ? value : new Parameter(index, value);
  });
  const byValues = checks.listByValues(access, meaning.type, parameters as Arguments, varied.length);
  if (byValues === null) return null;
  return (values) => {
    const query = byValues(values);
    return query && { ...read, query, shows: new Map([[root, { ...query, select }]]) };
  };
}

function holdsLeaf(value: unknown): boolean {
  if (value instanceof LeafValue) return true;
  return isRecord(value) || Array.isArray(value) ? Object.values(value).some(holdsLeaf) : false;
}
