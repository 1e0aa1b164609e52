import type { Access, AnyModel } from "../../../engine/internal.ts";
import { fc } from "../../support/fast-check.ts";
import { FULL } from "../callers.ts";
import { CONTENT_SCHEMA } from "../content-schema.ts";
import { madeOnce } from "../made-once.ts";
import { fieldsOf, linksOf, zonesOf } from "./fields-of.ts";
import { filtersOf, type RawObject } from "./filters.ts";
import { sortOf } from "./sort.ts";

export interface PopulateReach {
  readonly access: Access;
  /** Pages of populated lists, `populate[x]=*` and `populate=deep`. */
  readonly extensions: boolean;
  /** Populated attributes within each other. */
  readonly depth: number;
  /** Below an attribute; without the extensions several paths in one text, none, and paths behind zones are refused there. */
  readonly nested?: boolean;
}

/** `fields` as a text or a list. */
export function fieldsParam(model: AnyModel): fc.Arbitrary<unknown> {
  const names = fieldsOf(model).map(({ name }) => name);
  const chosen = fc.uniqueArray(fc.constantFrom(...names, "*"), { minLength: 1, maxLength: 4 });
  return fc.oneof(
    chosen.map((list) => list.join(",")),
    chosen,
    fc.constant([null]),
    fc.constant(null),
  );
}

/** `populate` in any of its forms; also of what the caller may not read, which is left out. */
export function populateOf(model: AnyModel, reach: PopulateReach): fc.Arbitrary<unknown> {
  const may = reach.access.may("api::vault.vault", "find");
  const key = `${model.uid} ${may} ${reach.extensions} ${reach.depth} ${reach.nested}`;
  return madePopulate(key, () => makePopulate(model, reach));
}

const madePopulate = madeOnce<fc.Arbitrary<unknown>>();

function makePopulate(model: AnyModel, reach: PopulateReach): fc.Arbitrary<unknown> {
  if (!hasBelow(model)) return fc.constantFrom("*", null);
  const whole = reach.extensions || !reach.nested;
  const paths = fc.array(pathOf(model, whole), { minLength: 1, maxLength: 3 });
  const deep = reach.extensions ? [fc.constantFrom("deep,1", "deep,2")] : [];
  const texts = whole ? [paths.map((list) => list.join(", ")), fc.constant("")] : [];
  return fc.oneof(
    { weight: 6, arbitrary: objectOf(model, reach) },
    { weight: 1, arbitrary: fc.oneof(fc.constant("*"), fc.constant(null), ...deep) },
    { weight: 2, arbitrary: fc.oneof(paths, ...texts) },
  );
}

/** Dotted names; media end a path, and dynamic zones do where paths may not go `through` them. */
function pathOf(model: AnyModel, through: boolean, links = 2): fc.Arbitrary<string> {
  const paths = linksOf(model, FULL).map(({ name, target }) => {
    const goesOn = links > 0 && target.uid !== "plugin::upload.file" && hasBelow(target);
    return goesOn
      ? fc.option(pathOf(target, through, links - 1), { nil: "" }).map((rest) => join(name, rest))
      : fc.constant(name);
  });
  const zones = zonesOf(model).map(({ name, components }) =>
    fc
      .constantFrom(
        "",
        ...(through ? components : [])
          .flatMap((uid) => linksOf(CONTENT_SCHEMA.component(uid), FULL))
          .map((at) => at.name),
      )
      .map((rest) => join(name, rest)),
  );
  return fc.oneof(...paths, ...zones);
}

function join(name: string, rest: string): string {
  return rest === "" ? name : `${name}.${rest}`;
}

function hasBelow(model: AnyModel): boolean {
  return linksOf(model, FULL).length + zonesOf(model).length > 0;
}

function objectOf(model: AnyModel, reach: PopulateReach): fc.Arbitrary<RawObject> {
  const links = linksOf(model, FULL).map(({ name, target, list }) => [name, linkOptions(target, list, reach)] as const);
  const zones = zonesOf(model).map(({ name, components }) => [name, zoneOptions(components, reach)] as const);
  const named = [...links, ...zones].map(([name, options]) => options.map((raw): RawObject => ({ [name]: raw })));
  return fc.array(fc.oneof(...named), { minLength: 1, maxLength: 3 }).map((parts) => Object.assign({}, ...parts));
}

const FLAG = fc.constantFrom("true", "true", "t", "1", "false", "0");

function linkOptions(target: AnyModel, list: boolean, reach: PopulateReach): fc.Arbitrary<unknown> {
  const wildcard = reach.extensions ? [fc.constant("*")] : [];
  if (reach.depth === 0) return FLAG;
  const options = optionsOf(target, reach, {
    sort: sortOf(target, reach.access),
    count: fc.constantFrom("true", "false", "1", "f"),
  });
  const paged = fc.tuple(options, pageOptions).map(([first, page]) => ({ ...first, ...page }));
  const whole = list && reach.extensions ? fc.oneof({ weight: 2, arbitrary: options }, paged) : options;
  return fc.oneof({ weight: 1, arbitrary: fc.oneof(FLAG, ...wildcard) }, { weight: 5, arbitrary: whole });
}

const NUMBER = fc.constantFrom("1", "2", "3");

const pageOptions: fc.Arbitrary<RawObject> = fc.oneof(
  fc.record({ limit: NUMBER }),
  fc.record({ start: fc.constantFrom("0", "1"), limit: NUMBER }),
  fc.record({ start: NUMBER }),
  fc.record({ page: fc.constantFrom("1", "2"), pageSize: NUMBER }),
  fc.record({ pagination: fc.record({ page: fc.constantFrom("1", "2"), pageSize: NUMBER }) }),
  fc.record({ pagination: fc.record({ limit: NUMBER }) }),
);

/** Some of the options; the rarer ones rarely, as `count` hides the others. */
function optionsOf(
  model: AnyModel,
  reach: PopulateReach,
  more: { readonly [name: string]: fc.Arbitrary<unknown> },
): fc.Arbitrary<RawObject> {
  const { access } = reach;
  const { count, ...others } = more;
  const all = {
    fields: fieldsParam(model),
    filters: filtersOf(model, { access, links: 1, logic: 1 }),
    populate: populateOf(model, { ...reach, depth: reach.depth - 1, nested: true }),
    ...others,
  };
  const usual = fc.record(all, { requiredKeys: [] });
  if (count === undefined) return usual;
  return fc.oneof(
    { weight: 6, arbitrary: usual },
    { weight: 1, arbitrary: fc.record({ ...all, count }, { requiredKeys: ["count"] }) },
  );
}

function zoneOptions(components: readonly string[], reach: PopulateReach): fc.Arbitrary<unknown> {
  const wildcard = reach.extensions ? [fc.constant("*")] : [];
  if (reach.depth === 0) return FLAG;
  const on = fc.record(
    Object.fromEntries(
      components.map((uid) => {
        const options = optionsOf(CONTENT_SCHEMA.component(uid), reach, {});
        return [uid, fc.oneof({ weight: 1, arbitrary: FLAG }, { weight: 3, arbitrary: options })] as const;
      }),
    ),
    { requiredKeys: [] },
  );
  return fc.oneof(FLAG, ...wildcard, fc.constant({ populate: "*" }), fc.constant({ count: "true" }), fc.record({ on }));
}
