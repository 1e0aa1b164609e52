import type { AttributeDefinition, AttributeDefinitions, SchemaDefinition } from "../../engine/internal.ts";
import { fc } from "../support/fast-check.ts";

const flag = fc.boolean();
const small = fc.nat({ max: 12 });

/** A least and a most; either may be absent. */
function limits<T>(value: fc.Arbitrary<T>, isLess: (one: T, other: T) => boolean) {
  return fc.tuple(fc.option(value), fc.option(value)).map(([one, other]) => {
    const [min, max] = one !== null && other !== null && isLess(other, one) ? [other, one] : [one, other];
    return { min: min ?? undefined, max: max ?? undefined };
  });
}

/** Drops undefined keys, which a schema does not have. */
function plain<T extends object>(value: T): T {
  return Object.fromEntries(Object.entries(value).filter(([, part]) => part !== undefined)) as T;
}

const lengths = limits(fc.nat({ max: 300 }), (one, other) => one < other).map(({ min, max }) => ({
  minLength: min,
  maxLength: max,
}));

/** With room for a number of values of its own. */
const uniqueLengths = fc.record({ minLength: small, maxLength: fc.integer({ min: 12, max: 300 }) });

const PATTERNS = [
  "^[a-z]+$",
  "^\\d{3}-\\d{4}$",
  "^(red|green|blue)( (dark|light))?$",
  "^#([0-9a-fA-F]{3}|[0-9a-fA-F]{6})$",
  "^[A-Z][a-z]*(?: [A-Z][a-z]*)*$",
  "^(?=.*\\d)[a-z\\d]{4,8}$",
  "[0-9]+",
  "^\\w+([-+.']\\w+)*$",
  "^https?://[^\\s/$.?#].[^\\s]*$",
  "^[\\u00e0-\\u00ef]{2}$",
  "^$|^x",
];

const text = fc.oneof(
  fc.record({ type: fc.constantFrom("string", "text", "richtext"), required: flag }).chain((base) =>
    fc.oneof(
      lengths.map((limit) => plain({ ...base, ...limit })),
      uniqueLengths.map((limit) => ({ ...base, ...limit, unique: true })),
      fc.constantFrom(...PATTERNS.slice(0, -1)).map((regex) => ({ ...base, regex })),
    ),
  ),
  fc.record({ type: fc.constant("email"), required: flag, unique: flag, maxLength: fc.integer({ min: 12, max: 60 }) }),
  fc.record({ type: fc.constant("email"), required: flag, minLength: fc.integer({ min: 0, max: 60 }) }),
  fc.record({ type: fc.constant("string"), default: fc.string({ maxLength: 20 }), private: flag }),
);

const uid = fc.record({ type: fc.constant("uid"), required: flag, maxLength: fc.integer({ min: 6, max: 60 }) });

const number = fc.oneof(
  fc
    .tuple(
      fc.constant("integer"),
      flag,
      limits(fc.integer({ min: -5000, max: 5000 }), (one, other) => one < other),
    )
    .map(([type, required, limit]) => plain({ type, required, ...limit })),
  fc
    .tuple(
      fc.constantFrom("float", "decimal"),
      flag,
      limits(fc.double({ min: -1e6, max: 1e6, noNaN: true }), (a, b) => a < b),
    )
    .map(([type, required, limit]) => plain({ type, required, ...limit })),
  fc
    .tuple(
      fc.constant("biginteger"),
      flag,
      limits(fc.bigInt({ min: -(10n ** 20n), max: 10n ** 20n }), (a, b) => a < b),
    )
    .map(([type, required, { min, max }]) =>
      plain({ type, required, min: min === undefined ? min : String(min), max: max === undefined ? max : String(max) }),
    ),
  fc.record({ type: fc.constantFrom("integer", "float", "decimal", "biginteger"), unique: fc.constant(true) }),
  fc.record({ type: fc.constant("integer"), default: fc.integer(), required: flag }),
);

const other = fc.oneof(
  fc.record({ type: fc.constantFrom("date", "time", "datetime", "timestamp"), unique: flag, required: flag }),
  fc.record({ type: fc.constantFrom("boolean", "json", "blocks"), required: flag }),
  fc.constantFrom({ type: "enumeration", enum: ["one", "two", "Three"], required: true }),
  fc.record({
    type: fc.constant("customField"),
    customField: fc.constantFrom("plugin::color-picker.color", "plugin::x.y"),
  }),
  fc.record({ type: fc.constant("media"), multiple: flag, required: flag }),
);

const COMPONENTS = ["shared.inner", "shared.outer"];

const counts = limits(fc.nat({ max: 4 }), (one, other) => one < other).map(plain);

const nested = (components: readonly string[]) =>
  fc.oneof(
    fc.record({ type: fc.constant("component"), component: fc.constantFrom(...components), required: flag }),
    fc
      .tuple(fc.constantFrom(...components), flag, counts)
      .map(([component, required, count]) => ({ type: "component", component, repeatable: true, required, ...count })),
  );

const zone = fc
  .tuple(flag, counts)
  .map(([required, count]) => ({ type: "dynamiczone", components: COMPONENTS, required, ...count }));

const TYPES = ["alpha", "beta", "gamma"];

const relation = fc.record({
  type: fc.constant("relation"),
  relation: fc.constantFrom("oneToOne", "oneToMany", "manyToOne", "manyToMany"),
  target: fc.constantFrom(...TYPES.map((name) => `api::${name}.${name}`)),
  required: flag,
});

function attributes(...kinds: readonly fc.Arbitrary<object>[]): fc.Arbitrary<AttributeDefinitions> {
  const list = fc.array(fc.oneof(...kinds), { maxLength: 8 });
  // Made of the forms that definitions have, as their check proves.
  return list.map((made) => Object.fromEntries(made.map((each, at) => [`a${at}`, each as AttributeDefinition])));
}

/** Three content types that refer to one another, with every kind of attribute and constraint that a value can fulfil. */
export const constrainedSchema: fc.Arbitrary<SchemaDefinition> = fc
  .record({
    types: fc.tuple(
      ...TYPES.map(() => fc.tuple(flag, attributes(text, uid, number, other, nested(COMPONENTS), zone, relation))),
    ),
    inner: attributes(text, number, other),
    outer: attributes(text, other, nested(["shared.inner"])),
  })
  .map(({ types, inner, outer }) => ({
    contentTypes: Object.fromEntries(
      TYPES.map((name, at) => {
        const [draftAndPublish = false, made = {}] = types[at] ?? [];
        const info = { singularName: name, pluralName: `${name}s`, displayName: name };
        return [`api::${name}.${name}`, { info, options: { draftAndPublish }, attributes: made }];
      }),
    ),
    components: { "shared.inner": { attributes: inner }, "shared.outer": { attributes: outer } },
  }));
