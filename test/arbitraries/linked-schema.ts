import type { AttributeDefinition, SchemaDefinition } from "../../engine/internal.ts";
import { fc } from "../support/fast-check.ts";

const NAMES = ["alpha", "beta", "gamma"] as const;
const COMPONENT = "shared.part";
const LOCALIZED = { i18n: { localized: true } };

const flag = fc.boolean();
const target = fc.constantFrom(...NAMES.map((name) => `api::${name}.${name}`));

const toType = (...relations: readonly string[]) =>
  fc.tuple(fc.constantFrom(...relations), target).map(([relation, target]) => ({ type: "relation", relation, target }));
const toAny = fc.constantFrom("morphToOne", "morphToMany").map((relation) => ({ type: "relation", relation }));
const component = flag.map((repeatable) => ({ type: "component", component: COMPONENT, repeatable }));
const zone = fc.constant({ type: "dynamiczone", components: [COMPONENT] });

/** An attribute of its own in each locale, or one that all have in common. */
const owned = (attribute: fc.Arbitrary<object>) =>
  fc.tuple(attribute, flag).map(([made, own]) => ({ ...made, ...(own && { pluginOptions: LOCALIZED }) }));

const attributes = fc.array(
  owned(
    fc.oneof(
      { arbitrary: toType("oneToOne", "oneToMany", "manyToOne", "manyToMany"), weight: 3 },
      { arbitrary: toAny, weight: 2 },
      component,
      zone,
    ),
  ),
  { maxLength: 4 },
);

const type = fc.record({
  attributes,
  isLocalized: flag,
  draftAndPublish: flag,
  isSingle: fc.nat(5).map((each) => each === 0),
});

/** A list with two sides: each names the other. */
const sides = fc.tuple(fc.nat(2), fc.nat(2), fc.constantFrom("oneToOne", "manyToMany"));

type Definition = Record<string, AttributeDefinition>;

// Made of the forms that definitions have, as their check proves.
const named = (list: readonly object[], prefix: string): Definition =>
  Object.fromEntries(list.map((each, at) => [`${prefix}${at}`, each as AttributeDefinition]));

/**
 * Content types in several locales and in none that link to one another, to themselves and to anything, from components
 * too, on one side and on both.
 */
export const linkedSchema: fc.Arbitrary<SchemaDefinition> = fc
  .record({
    types: fc.tuple(type, type, type),
    inPart: fc.array(fc.oneof(toType("oneToOne", "oneToMany"), toAny), { maxLength: 2 }),
    sides,
  })
  .map(({ types, inPart, sides: [from, to, relation] }) => {
    const uid = (at: number) => `api::${NAMES[at]}.${NAMES[at]}`;
    const contentTypes = types.map(({ attributes: made, isLocalized, draftAndPublish, isSingle }, at) => {
      const name = String(NAMES[at]);
      const both: Definition = {
        ...(at === from && { near: { type: "relation", relation, target: uid(to), inversedBy: "far" } }),
        ...(at === to && { far: { type: "relation", relation, target: uid(from), mappedBy: "near" } }),
      } as Definition;
      return [
        uid(at),
        {
          kind: isSingle ? "singleType" : "collectionType",
          info: { singularName: name, pluralName: `${name}s`, displayName: name },
          options: { draftAndPublish },
          ...(isLocalized && { pluginOptions: LOCALIZED }),
          attributes: { title: { type: "string", pluginOptions: LOCALIZED }, ...named(made, "a"), ...both },
        },
      ] as const;
    });
    return {
      contentTypes: Object.fromEntries(contentTypes),
      components: { [COMPONENT]: { attributes: { label: { type: "string" }, ...named(inPart, "p") } } },
    } as SchemaDefinition;
  });
