import type { AnyModel, Schema } from "../../../../engine/internal.ts";
import { typeName } from "../schema/names.ts";
import type { PlannedField } from "./plan.ts";

/** What a root field shows of its entries, whoever asks. */
export interface Shown {
  /** uids of the types besides the entries' own, which is among them if a link is shown. */
  readonly types: readonly string[];
  /** The lists whose arguments decide which entries they have, with the models of these. */
  readonly lists: readonly SelectedList[];
}

interface SelectedList {
  readonly planned: PlannedField;
  readonly model: AnyModel;
}

const SHOWN = new WeakMap<PlannedField, Shown | null>();

/** What a root field shows; null if its plan does not tell. */
export function shownBy(planned: PlannedField, model: AnyModel, schema: Schema): Shown | null {
  const known = SHOWN.get(planned);
  if (known !== undefined) return known;
  const types = new Set<string>();
  const lists: SelectedList[] = [];
  const links = gather({ schema, types, lists }, planned, model);
  if (links !== null && links > 0) types.add(model.uid);
  const shown = links === null ? null : { types: [...types], lists };
  SHOWN.set(planned, shown);
  return shown;
}

interface Gathering {
  readonly schema: Schema;
  readonly types: Set<string>;
  readonly lists: SelectedList[];
}

/** The number of fields below with selections; null if the plan does not tell what one of them shows. */
function gather(gathering: Gathering, planned: PlannedField, model: AnyModel): number | null {
  const fields = planned.below.get(typeName(model))?.fields ?? [];
  let links = 0;
  for (const each of fields) {
    if (each.below.size === 0) continue;
    const below = gatherBehind(gathering, each, model);
    if (below === null) return null;
    links += 1 + below;
  }
  return links;
}

function gatherBehind(gathering: Gathering, planned: PlannedField, model: AnyModel): number | null {
  const { schema, types, lists } = gathering;
  const { meaning } = planned;
  if (meaning?.kind === "self") return gather(gathering, planned, model);
  if (meaning === undefined || !("attribute" in meaning)) return null;
  const targets = targetsOf(schema, model, meaning.attribute);
  if (!isAlike(planned)) {
    const [target] = targets;
    if (meaning.kind !== "many" || target === undefined) return null;
    lists.push({ planned, model: target });
  }
  const inner = meaning.kind === "many" && meaning.nodes ? nodesBelow(planned) : [planned];
  let links = 0;
  for (const target of targets) {
    if (target.model === "content-type") types.add(target.uid);
    for (const each of inner) {
      const below = gather(gathering, each, target);
      if (below === null) return null;
      links += below;
    }
  }
  return links;
}

/** Neither variables nor conditions: what it lists depends on its links alone. */
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
