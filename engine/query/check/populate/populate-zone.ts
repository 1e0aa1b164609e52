import type { Populate, ZoneItem } from "../../query.ts";
import { PLAIN, populating, selectOf } from "../../select.ts";
import { flagOf, isRawObject, quoted, type RawObject } from "../raw-value.ts";
import { below, invalid, invalidKey } from "../refusal.ts";
import { checkCount, checkOptions, invalidOption } from "./populate-options.ts";
import type { PopulateScope } from "./populate-scope.ts";
import { type MixedAttribute, mixed, modelsIn, populateAll, populateWhole, wholeItems } from "./populate-whole.ts";
import { populateWildcard } from "./populate-wildcard.ts";

const ZONE_OPTIONS: ReadonlySet<string> = new Set(["populate", "on", "count"]);

/**
 * Checks a dynamic zone or a morph relation (reads, §11): all of its entries, all with one level below them, or only
 * entries of the models under `on`.
 */
export function checkZone(scope: PopulateScope, zone: MixedAttribute, raw: unknown): Populate | null {
  const { context } = scope;
  if (flagOf(raw) === true) return populateWhole(context, zone);
  const everything = (): Populate =>
    populateWhole(context, zone, (model) => populating(...populateAll(context, model)));
  if (raw === "*" && context.rules.populateExtensions) return everything();
  if (!isRawObject(raw)) return reportZoneShape(scope, zone, raw);

  const inside = { ...scope, path: below(scope.path, zone.name), written: below(scope.written, zone.name) };
  const { populate, on } = raw;
  if (populate !== undefined && populate !== null && populate !== "*") {
    throw invalidKey("populate", inside.written, scope.param);
  }
  const count = Object.hasOwn(raw, "count") && checkCount(inside, raw.count);
  const items = on === undefined || on === null ? null : checkFragments(inside, zone, on);
  if (!Object.keys(raw).every((key) => ZONE_OPTIONS.has(key))) return reportZoneShape(scope, zone, raw);
  const isCounted = count && zone.kind === "morph";
  if (items !== null || isCounted) return mixed(zone, items ?? wholeItems(context, zone), isCounted);
  return populate === "*" ? everything() : populateWhole(context, zone);
}

function checkFragments(scope: PopulateScope, zone: MixedAttribute, on: unknown): ReadonlyMap<string, ZoneItem> {
  const path = below(scope.written, "on");
  // Recorded: an empty text names no model, so nothing is included.
  if (on === "") return new Map();
  if (typeof on !== "object" || on === null) throw invalidKey("on", path, scope.param);
  const { context } = scope;
  const { components, types } = context.schema;
  const models = modelsIn(context, zone);
  const items = new Map<string, ZoneItem>();
  for (const [uid, options] of Object.entries(on)) {
    context.enter(scope.depth);
    const model = components.get(uid) ?? (zone.kind === "morph" ? types.get(uid) : undefined);
    if (model === undefined) throw invalidKey(uid, below(path, uid), scope.param);
    const inside = {
      ...scope,
      model,
      written: `${path}[${uid}]`,
      inFragment: context.rules.populateExtensions,
      depth: scope.depth + 1,
    };
    const item = checkFragment(inside, options);
    if (item !== null && models.includes(model)) items.set(uid, item);
  }
  return items;
}

/** The parts of one component's items that are included; null if the items are left out. */
function checkFragment(scope: PopulateScope, raw: unknown): ZoneItem | null {
  const flag = flagOf(raw);
  if (flag !== null) return flag ? { select: PLAIN, filter: null } : null;
  if (raw === "*") return { select: populateWildcard({ ...scope, inFragment: false }), filter: null };
  if (isRawObject(raw)) return checkFragmentOptions(scope, raw);
  const [text] = Array.isArray(raw) ? raw : [raw];
  if (typeof text === "string") throw invalidOption(scope, text);
  scope.context.faults.report("shape", () => invalid("Invalid nested populate. Expected '*' or an object"));
  return null;
}

/** The items keep the order of the zone, whatever the sort, and are shown, whatever the count. */
function checkFragmentOptions(scope: PopulateScope, raw: RawObject): ZoneItem {
  const { fields, populate, filter } = checkOptions(scope, raw, { list: false, owner: null });
  return { select: selectOf(scope.model, fields, populate), filter };
}

function reportZoneShape({ context, model }: PopulateScope, zone: MixedAttribute, raw: unknown): null {
  const type = model.model === "content-type" ? model.singularName : model.uid;
  const expected = 'Expected a fragment ("on") or "count" but found';
  context.faults.report("shape", () =>
    invalid(`Invalid nested populate for ${type}.${zone.name} (${model.uid}). ${expected} ${quoted(raw)}`),
  );
  return null;
}
