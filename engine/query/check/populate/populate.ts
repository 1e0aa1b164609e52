import type { Populate } from "../../query.ts";
import { entries, PLAIN, selectOf } from "../../select.ts";
import { findField, type NestingField } from "../field.ts";
import { flagOf, isRawObject, type RawObject } from "../raw-value.ts";
import { below, invalid, invalidKey } from "../refusal.ts";
import { withSortKeys } from "../sort/sort-keys.ts";
import { deepLevels, populateDeep } from "./populate-deep.ts";
import { checkOptions, invalidOption } from "./populate-options.ts";
import { mergePopulate, pathToPassedZone, populatePath } from "./populate-path.ts";
import { type PopulateScope, populateScopeBehind, reportPopulateShape } from "./populate-scope.ts";
import { isMixed, populateAll } from "./populate-whole.ts";
import { populateWildcard } from "./populate-wildcard.ts";
import { checkZone } from "./populate-zone.ts";

/** Checks `populate` in any of its forms (reads, §11). Unreadable relations are left out with everything below them. */
export function checkPopulate(scope: PopulateScope, raw: unknown): readonly Populate[] {
  const { context, model } = scope;
  if (raw === undefined || raw === null) return [];
  if (raw === "*") return populateAll(context, model);
  // As the `populate` of a fragment, or of an attribute below one: nothing further.
  if (scope.inFragment && flagOf(raw) !== null) return [];
  if (typeof raw === "string") return populateText(scope, raw);
  refuseTooMany(scope, raw);
  if (isRawObject(raw)) return populateNames(scope, raw);
  if (Array.isArray(raw) && raw.every((item) => typeof item === "string")) return populateTexts(scope, raw);
  reportPopulateShape(scope);
  return [];
}

/** Query strings with more items than this are parsed as an object with numeric names instead of a list. */
const MAX_LISTED = 100;

/** A list that is too long is reported as such, in either form. */
function refuseTooMany({ context, param }: PopulateScope, raw: object): void {
  const names = Object.keys(raw);
  const isList = Array.isArray(raw) ? !context.rules.populateExtensions : names.every((name) => /^\d+$/.test(name));
  if (!isList || names.length <= MAX_LISTED) return;
  throw invalid(
    `Too many populate entries (${names.length}). The maximum number of populate entries when using array notation is ${MAX_LISTED}. Consider using object notation (populate[field]=true), nested population, or reducing the number of fields.`,
    { source: "query", param },
  );
}

function populateText(scope: PopulateScope, text: string): readonly Populate[] {
  const { context, model } = scope;
  const levels = context.rules.populateExtensions && !model.attributes.has("deep") ? deepLevels(text) : null;
  return levels === null ? populateTexts(scope, [text]) : populateDeep(context, model, levels);
}

/** Dotted paths; one text may hold several, comma-separated. */
function populateTexts(scope: PopulateScope, texts: readonly string[]): readonly Populate[] {
  const { context, model, param } = scope;
  let populate: readonly Populate[] = [];
  const replaces = context.rules.laterPopulate === "replaced";
  for (const [at, text] of texts.entries()) {
    const later = replaces ? texts.slice(at + 1) : [];
    const added = pathsIn(text).flatMap((path) => {
      const checked = populatePath(context, model, path);
      return checked === null || isReplaced(path, later) ? [] : checked;
    });
    populate = [...populate, ...added];
  }
  if (scope.path !== null && !context.rules.populateExtensions) {
    const refused = texts.find((text) => text === "" || (text.includes(",") && !scope.inFragment));
    if (refused !== undefined) throw invalidKey(refused, scope.path, param);
    const zones = texts
      .flatMap(pathsIn)
      .flatMap((path) => pathToPassedZone(context, model, path)?.join(".populate.") ?? []);
    if (zones[0] !== undefined) throw invalidKey("populate", below(scope.written, zones[0]), param);
  }
  return mergePopulate(populate);
}

/** Whether the path goes on below one of the later texts. */
function isReplaced(path: readonly string[], later: readonly string[]): boolean {
  const written = path.join(".");
  return later.some((text) => written.startsWith(`${text.trim()}.`));
}

/** The dotted paths in a text, each split into its names. */
function pathsIn(text: string): readonly (readonly string[])[] {
  const paths = text.split(",").map((path) => path.split(".").flatMap((name) => name.trim() || []));
  return paths.filter((path) => path.length > 0);
}

/** Names that every content type has, but not as attributes. */
const IDENTIFIERS: ReadonlySet<string> = new Set(["id", "documentId"]);

function populateNames(scope: PopulateScope, raw: RawObject): readonly Populate[] {
  return Object.keys(raw).flatMap((name) => populateName(scope, name, raw[name]) ?? []);
}

function populateName(scope: PopulateScope, name: string, raw: unknown): Populate | null {
  const { context, param } = scope;
  context.enter(scope.depth);
  const field = context.attributeOf(scope.model, name) ?? findField(scope.model, name);
  if (field === null || IDENTIFIERS.has(name)) throw invalidKey(name, scope.path, param);
  if (field.kind === "scalar") throw invalidKey(name, below(scope.written, name), param);
  if (field.kind === "hidden" || context.conceals(field)) {
    context.faults.report("private", () => invalidKey(name, below(scope.path, name), param));
    return null;
  }
  if (raw === undefined || raw === null || flagOf(raw) === false || !context.mayRead(field)) return null;
  return isMixed(field) ? checkZone(scope, field, raw) : checkEntries(scope, field, raw);
}

function checkEntries(scope: PopulateScope, field: NestingField, raw: unknown): Populate | null {
  const target = populateScopeBehind(scope, field.name, field);
  if (flagOf(raw) === true) return entries(field.name, PLAIN);
  if (raw === "*") return entries(field.name, populateWildcard(target));
  if (!isRawObject(raw)) {
    const [text] = Array.isArray(raw) ? raw : [raw];
    if (typeof text === "string") throw invalidOption(target, text.split(".")[0] ?? "");
    reportPopulateShape(scope);
    return null;
  }
  const { rules } = scope.context;
  const options = checkOptions(target, raw, { list: isList(field), owner: scope.model });
  const { populate, filter, sort, count, page } = options;
  const attribute = field.name;
  const isCounted = count && (field.kind !== "media" || rules.mediaCounts === "counted");
  if (isCounted) return { kind: "count", as: attribute, attribute, filter };
  const fields = withSortKeys(rules, options.fields, sort);
  return { ...entries(attribute, selectOf(target.model, fields, populate)), filter, sort, page };
}

function isList(field: NestingField): boolean {
  return field.kind === "component" ? field.repeatable : field.many;
}
