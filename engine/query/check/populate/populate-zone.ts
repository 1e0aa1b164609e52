import type { DynamicZoneAttribute } from "../../../schema/attribute.ts";
import type { Populate, ZoneItem } from "../../query.ts";
import { flagOf, isRawObject, quoted, type RawObject } from "../raw-value.ts";
import { below, invalid, invalidKey } from "../refusal.ts";
import { checkCount, checkOptions, invalidOption } from "./populate-options.ts";
import type { PopulateScope } from "./populate-scope.ts";
import { PLAIN, populateAll, populateWhole } from "./populate-whole.ts";
import { populateWildcard } from "./populate-wildcard.ts";

const ZONE_OPTIONS: ReadonlySet<string> = new Set(["populate", "on", "count"]);

/** A dynamic zone (reads, §11): all of its items, all with one level below, or those of the components under `on`. */
export function checkZone(scope: PopulateScope, zone: DynamicZoneAttribute, raw: unknown): Populate | null {
  const { context } = scope;
  if (flagOf(raw) === true) return populateWhole(context, zone);
  const everything = (): Populate =>
    populateWhole(context, zone, (component) => ({ fields: null, populate: populateAll(context, component) }));
  if (raw === "*" && context.rules.populateExtensions) return everything();
  if (!isRawObject(raw)) return reportZoneShape(scope, zone, raw);

  const inside = { ...scope, path: below(scope.path, zone.name), written: below(scope.written, zone.name) };
  const { populate, on } = raw;
  if (populate !== undefined && populate !== null && populate !== "*") {
    throw invalidKey("populate", inside.written, scope.param);
  }
  if (Object.hasOwn(raw, "count")) checkCount(inside, raw.count);
  const items = on === undefined || on === null ? null : checkFragments(inside, zone, on);
  if (!Object.keys(raw).every((key) => ZONE_OPTIONS.has(key))) return reportZoneShape(scope, zone, raw);
  if (items !== null) return { kind: "zone", attribute: zone.name, items };
  return populate === "*" ? everything() : populateWhole(context, zone);
}

function checkFragments(scope: PopulateScope, zone: DynamicZoneAttribute, on: unknown): ReadonlyMap<string, ZoneItem> {
  const path = below(scope.written, "on");
  if (!isRawObject(on)) throw invalidKey("on", path, scope.param);
  const items = new Map<string, ZoneItem>();
  for (const uid of Object.keys(on)) {
    scope.context.enter(scope.depth);
    const model = scope.context.schema.components.get(uid);
    if (model === undefined) throw invalidKey(uid, below(path, uid), scope.param);
    const item = checkFragment({ ...scope, model, written: `${path}[${uid}]`, depth: scope.depth + 1 }, on[uid]);
    if (item !== null && zone.components.includes(uid)) items.set(uid, item);
  }
  return items;
}

/** What is shown of the items of one component; null when they are left out. */
function checkFragment(scope: PopulateScope, raw: unknown): ZoneItem | null {
  const flag = flagOf(raw);
  if (flag !== null) return flag ? { select: PLAIN, filter: null } : null;
  if (raw === "*") return { select: { fields: null, populate: populateWildcard(scope) }, filter: null };
  if (typeof raw === "string") throw invalidOption(scope, raw);
  if (isRawObject(raw)) return checkFragmentOptions(scope, raw);
  scope.context.faults.report("shape", () => invalid("Invalid nested populate. Expected '*' or an object"));
  return null;
}

/** The items keep the order of the zone, whatever the sort. */
function checkFragmentOptions(scope: PopulateScope, raw: RawObject): ZoneItem {
  if (Object.hasOwn(raw, "count")) throw invalidOption(scope, "count");
  const { select, filter } = checkOptions(scope, raw, false);
  return { select, filter };
}

function reportZoneShape({ context, model }: PopulateScope, zone: DynamicZoneAttribute, raw: unknown): null {
  const type = model.model === "content-type" ? model.singularName : model.uid;
  const expected = 'Expected a fragment ("on") or "count" but found';
  context.faults.report("shape", () =>
    invalid(`Invalid nested populate for ${type}.${zone.name} (${model.uid}). ${expected} ${quoted(raw)}`),
  );
  return null;
}
