import { type AnyModel, type Attribute, type Engine, isRecord, type Schema } from "../../../engine/internal.ts";
import type { AnswerFormat } from "../../contract/profiles/rest-config.ts";
import type { ContentService } from "./service.ts";

type Tree = { readonly [name: string]: unknown };

/** How names that no attribute has are treated: Strapi 4 leaves them out. */
type Unknown = "leave out" | "keep";

/** The parameters of calls in the words of Strapi 5. */
export function paramsInFormat(
  { schema, rules }: Pick<Engine, "schema" | "rules">,
  format: AnswerFormat = "v5",
): ContentService["inFormat"] {
  const unknown = rules.populateExtensions ? "keep" : "leave out";
  return (type, params) => {
    if (format === "v5" || params.populate === undefined) return params;
    return { ...params, populate: v4Populate(schema, type, params.populate, unknown) };
  };
}

const FALSE: readonly unknown[] = [false, "false", "f", "0", ""];

/**
 * `populate` as Strapi 4 understands it, in the words of Strapi 5: a text is a list of paths at any level, so `true` names
 * nothing there; the value of an attribute is a boolean, whatever its text; the options of a dynamic zone are the options of all
 * its components (reads, §11).
 */
export function v4Populate(schema: Schema, model: AnyModel, raw: unknown, unknown: Unknown): unknown {
  const tree = treeOf(model, raw);
  if (tree === null) return raw;
  const populate: { [name: string]: unknown } = {};
  for (const [name, given] of Object.entries(tree)) {
    const attribute = model.attributes.get(name);
    const known =
      attribute === undefined || attribute.kind === "scalar" ? undefined : nested(schema, attribute, given, unknown);
    if (known !== undefined) populate[name] = known;
    else if (unknown === "keep" && !FALSE.includes(given)) populate[name] = given;
  }
  return populate;
}

/** Null for what is no list of paths and no object: `*`, and other forms that are checked as they are. */
function treeOf(model: AnyModel, raw: unknown): Tree | null {
  if (isRecord(raw)) return raw;
  const texts = typeof raw === "string" ? [raw] : raw;
  if (!Array.isArray(texts) || !texts.every((text) => typeof text === "string")) return null;
  const paths = texts.flatMap((text) => text.split(",").map((path) => path.trim()));
  if (paths.some((path) => path === "*" || (path.startsWith("deep") && !model.attributes.has(path)))) return null;
  const tree: { [name: string]: string[] } = Object.create(null);
  for (const path of paths) {
    const [name = "", ...rest] = path.split(".");
    if (name === "") continue;
    tree[name] ??= [];
    if (rest.length > 0) tree[name].push(rest.join("."));
  }
  return Object.fromEntries(
    Object.entries(tree).map(([name, rest]) => [name, rest.length === 0 ? true : { populate: rest }]),
  );
}

/** Undefined where nothing is populated. */
function nested(schema: Schema, attribute: Attribute, given: unknown, unknown: Unknown): unknown {
  if (!isRecord(given)) return typeof given === "object" ? given : FALSE.includes(given) ? undefined : true;
  if (attribute.kind === "dynamiczone") return inZone(schema, attribute.components, given, unknown);
  const model = schema.behind(attribute);
  if (model === null || given.populate === undefined) return given;
  return { ...given, populate: v4Populate(schema, model, given.populate, unknown) };
}

function inZone(schema: Schema, uids: readonly string[], given: Tree, unknown: Unknown): unknown {
  const { on = null, ...options } = given;
  const fragment = (uid: string, one: unknown): unknown => {
    const model = schema.components.get(uid);
    if (model === undefined) return one;
    if (!isRecord(one)) return typeof one === "object" ? one : !FALSE.includes(one);
    if (one.populate === undefined) return one;
    return { ...one, populate: v4Populate(schema, model, one.populate, unknown) };
  };
  if (isRecord(on)) {
    return { ...options, on: Object.fromEntries(Object.entries(on).map(([uid, one]) => [uid, fragment(uid, one)])) };
  }
  if (options.populate === undefined || options.populate === "*") return given;
  return { on: Object.fromEntries(uids.map((uid) => [uid, fragment(uid, options)])) };
}
