import type { Attribute } from "./attribute.ts";
import { defineAttribute } from "./define-attribute.ts";
import { isRecord } from "./record.ts";
import { isDraftAndPublishName, isReservedAttributeName } from "./reserved.ts";
import { below, type Report } from "./schema-error.ts";
import type { Scope } from "./scope.ts";
import { snakeCase } from "./snake-case.ts";

export interface Attributes {
  readonly sound: ReadonlyMap<string, Attribute>;
  /** Names of those that could not be defined. */
  readonly faulty: ReadonlySet<string>;
}

/** The attributes of one content type or component. */
export function defineAttributes(
  definition: unknown,
  draftAndPublish: boolean,
  privateNames: readonly string[],
  scope: Scope,
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
    const fault = nameFault(name, draftAndPublish) ?? clash(name, columns);
    if (fault !== undefined) reportHere([], fault);
    const attribute = defineAttribute(name, options, scope, reportHere);
    if (attribute === undefined) faulty.add(name);
    else sound.set(name, Object.freeze(privateNames.includes(name) ? { ...attribute, private: true } : attribute));
  }
  return { sound, faulty };
}

function nameFault(name: string, draftAndPublish: boolean): string | undefined {
  if (!/^[A-Za-z]\w*$/.test(name)) return "must have a name of letters, digits and _ that begins with a letter";
  if (isReservedAttributeName(name)) return "must have another name: this one is reserved";
  if (draftAndPublish && isDraftAndPublishName(name))
    return "must have another name: this one is reserved in types with draft and publish";
  return undefined;
}

/** Two names that differ in case and underscores only. */
function clash(name: string, columns: Map<string, string>): string | undefined {
  const column = snakeCase(name);
  const other = columns.get(column);
  columns.set(column, other ?? name);
  return other && `must have a name that differs more from ${other}`;
}
