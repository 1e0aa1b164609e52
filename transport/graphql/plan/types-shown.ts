import type { AnyModel, Schema } from "../../../engine/internal.ts";
import { typeName } from "../schema/names.ts";
import type { PlannedField } from "./plan.ts";

const TYPES = new WeakMap<PlannedField, readonly string[] | null>();

/** uids of the types that a root field shows besides its own; null if they depend on variables. */
export function typesShown(planned: PlannedField, model: AnyModel, schema: Schema): readonly string[] | null {
  const known = TYPES.get(planned);
  if (known !== undefined) return known;
  const types = new Set<string>();
  const links = gather(planned, model, schema, types);
  if (links !== null && links > 0) types.add(model.uid);
  const found = links === null ? null : [...types];
  TYPES.set(planned, found);
  return found;
}

/** The number of fields below with selections; null if one of them is not the same for every caller. */
function gather(planned: PlannedField, model: AnyModel, schema: Schema, types: Set<string>): number | null {
  const fields = planned.below.get(typeName(model))?.fields ?? [];
  let links = 0;
  for (const each of fields) {
    if (each.below.size === 0) continue;
    const below = gatherBehind(each, model, schema, types);
    if (below === null) return null;
    links += 1 + below;
  }
  return links;
}

function gatherBehind(planned: PlannedField, model: AnyModel, schema: Schema, types: Set<string>): number | null {
  const { meaning } = planned;
  if (meaning?.kind === "self") return gather(planned, model, schema, types);
  if (meaning === undefined || !("attribute" in meaning) || !isAlike(planned)) return null;
  const inner = meaning.kind === "many" && meaning.nodes ? nodesBelow(planned) : [planned];
  let links = 0;
  for (const target of targetsOf(schema, model, meaning.attribute)) {
    if (target.model === "content-type") types.add(target.uid);
    for (const each of inner) {
      const below = gather(each, target, schema, types);
      if (below === null) return null;
      links += below;
    }
  }
  return links;
}

/** Neither variables nor conditions: those may read any type. */
function isAlike({ constant }: PlannedField): boolean {
  return constant !== null && !constant.filters && (!Array.isArray(constant.sort) || constant.sort.length === 0);
}

function nodesBelow({ below }: PlannedField): readonly PlannedField[] {
  return [...below.values()].flatMap(({ fields }) => fields.filter((each) => each.below.size > 0));
}

function targetsOf(schema: Schema, model: AnyModel, name: string): readonly AnyModel[] {
  const attribute = model.attributes.get(name);
  switch (attribute?.kind) {
    case "relation":
    case "media":
      return [schema.target(attribute)];
    case "component":
      return [schema.component(attribute.component)];
    case "dynamiczone":
      return attribute.components.map((uid) => schema.component(uid));
    case "morph":
      return [...schema.types.values()];
    default:
      return [];
  }
}
