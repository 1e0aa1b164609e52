import type { ContentType } from "../content-type.ts";
import type { Draft } from "./draft.ts";
import { isReservedTypeName } from "./reserved.ts";

const KEBAB_CASE = /^[a-z][a-z0-9]*(-[a-z0-9]+)*$/;

/** The same in any script. */
const SERVED_NAME = /^[\p{Ll}\p{Lo}][\p{Ll}\p{Lo}\p{M}\p{N}]*(-[\p{Ll}\p{Lo}\p{M}\p{N}]+)*$/u;

/**
 * Checks that singular and plural names are in kebab case and differ from each other. Names of types with routes
 * identify the types in paths and configuration: they must also be unreserved and unique. `tolerant`: names that only
 * Strapi's builder refuses are accepted.
 */
export function checkNames(drafts: Iterable<Draft<ContentType>>, tolerant: boolean): void {
  const owners = new Map<string, string>();
  for (const { model, report } of drafts) {
    for (const key of ["singularName", "pluralName"] as const) {
      const fault = model[key] === "" ? undefined : nameFault(model[key], model, owners, tolerant);
      if (fault !== undefined) report(["info", key], fault);
    }
    if (model.singularName !== "" && model.singularName === model.pluralName)
      report(["info", "pluralName"], "must differ from singularName");
  }
}

function nameFault(
  name: string,
  { uid, rest }: ContentType,
  owners: Map<string, string>,
  tolerant: boolean,
): string | undefined {
  if (!(tolerant ? SERVED_NAME : KEBAB_CASE).test(name)) return "must be in kebab-case";
  if (!rest && !uid.startsWith("api::")) return undefined;
  if (!tolerant && isReservedTypeName(name)) return `must not be ${name}: this name is reserved`;
  const owner = owners.get(name) ?? uid;
  owners.set(name, owner);
  return owner === uid ? undefined : `must differ from the names of ${owner}`;
}
