import type { Attribute } from "../../attribute.ts";
import { below, type Report } from "../../schema-error.ts";
import { isRecord } from "../../shapes/record.ts";
import type { DefinitionScope } from "../scope.ts";
import { snakeCase } from "../snake-case.ts";
import { defineConditional } from "./define-conditional.ts";

export interface Attributes {
  readonly sound: ReadonlyMap<string, Attribute>;
  /** Names of attributes that could not be defined. */
  readonly faulty: ReadonlySet<string>;
}

/** Why an attribute of a model cannot have a well-formed name; undefined if it can. */
export type NameRule = (name: string) => string | undefined;

export const RESERVED = "must have another name: this one is reserved";

/** Defines the attributes of one content type or component. */
export function defineAttributes(
  definition: unknown,
  nameRule: NameRule,
  privateNames: readonly string[],
  scope: DefinitionScope,
  report: Report,
): Attributes {
  const sound = new Map<string, Attribute>();
  const faulty = new Set<string>();
  if (!isRecord(definition)) {
    report(["attributes"], definition === undefined ? "is missing" : "must be an object");
    return { sound, faulty };
  }
  const columns = new Map<string, string>();
  for (const [name, options] of Object.entries(definition)) {
    const reportHere = below(report, "attributes", name);
    const fault = formFault(name, scope.tolerant) ?? nameRule(name) ?? clash(name, columns);
    if (fault !== undefined) reportHere([], fault);
    const attribute = defineConditional(name, options, scope, reportHere);
    if (attribute === undefined) faulty.add(name);
    else sound.set(name, Object.freeze(privateNames.includes(name) ? { ...attribute, private: true } : attribute));
  }
  return { sound, faulty };
}

function formFault(name: string, tolerant: boolean): string | undefined {
  const form = tolerant ? SERVED_NAME : /^[A-Za-z]\w*$/;
  return form.test(name) ? undefined : "must have a name of letters, digits and _ that begins with a letter";
}

/** Names that parameters and answers can hold; two underscores in front are kept for fields like `__type`. */
const SERVED_NAME = /^(?!__)[\p{L}\p{N}_][\p{L}\p{M}\p{N}_ :-]*$/u;

/** Two names that differ only in case and underscores. */
function clash(name: string, columns: Map<string, string>): string | undefined {
  const column = snakeCase(name);
  const other = columns.get(column);
  columns.set(column, other ?? name);
  return other && `must have a name that differs more from ${other}`;
}
