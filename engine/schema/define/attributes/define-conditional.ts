import type { Attribute } from "../../attribute.ts";
import { compileCondition, UnknownOperator } from "../../condition.ts";
import type { Report } from "../../schema-error.ts";
import { isRecord } from "../../shapes/record.ts";
import type { DefinitionScope } from "../scope.ts";
import { defineAttribute } from "./define-attribute.ts";

/** The options that hold only where an attribute is shown. */
const CONSTRAINTS: ReadonlySet<string> = new Set(["required", "min", "max", "minLength", "maxLength", "regex"]);

/**
 * Defines an attribute that may have a condition. With one it is not required as such; its variants say what holds where
 * the condition is met and where not.
 */
export function defineConditional(
  name: string,
  definition: unknown,
  scope: DefinitionScope,
  report: Report,
): Attribute | undefined {
  const always = defineAttribute(name, definition, scope, report);
  const visible = visibleOf(definition);
  if (always === undefined || visible === undefined || !isRecord(definition)) return always;
  const isMet = conditionOf(visible, report);
  const free = Object.fromEntries(Object.entries(definition).filter(([option]) => !CONSTRAINTS.has(option)));
  const unmet = defineAttribute(name, free, scope, ignore);
  if (isMet === undefined || unmet === undefined) return always;
  return { ...always, required: false, condition: { isMet, met: always, unmet } };
}

/** The condition under which Strapi shows the attribute in a form. */
function visibleOf(definition: unknown): unknown {
  const conditions = isRecord(definition) ? definition.conditions : undefined;
  return isRecord(conditions) ? conditions.visible : undefined;
}

function conditionOf(visible: unknown, report: Report) {
  try {
    return compileCondition(visible);
  } catch (error) {
    if (!(error instanceof UnknownOperator)) throw error;
    report(["conditions", "visible"], `has the unknown operator ${error.message}`);
    return undefined;
  }
}

/** The same faults were reported before. */
const ignore: Report = () => {};
