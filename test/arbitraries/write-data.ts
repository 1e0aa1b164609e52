import type { AttributeDefinition, AttributeDefinitions } from "../../engine/internal.ts";
import { fc } from "../support/fast-check.ts";
import type { Types } from "../support/vectors/format.ts";
import { documentId, documentIdOf, inheritedName } from "./hostile/hostile-text.ts";
import { anyJson, type JsonText, listText, objectText, textOf } from "./json-text.ts";

type Member = readonly [key: string, value: JsonText];

const SYSTEM_KEYS = [
  "id",
  "documentId",
  "createdAt",
  "publishedAt",
  "createdBy",
  "locale",
  "status",
  "__component",
  "nosuch",
  "",
];

/** The `data` of a write to a content type: mostly values that fit, and anything else between them. */
export function writeData(types: Types, type: string): fc.Arbitrary<JsonText> {
  const attributes = types.types[type]?.attributes ?? {};
  return objectOf(types, attributes, [], 2);
}

/** Objects with some of these attributes. A key may come twice, as JSON allows. */
function objectOf(
  types: Types,
  attributes: AttributeDefinitions,
  always: readonly fc.Arbitrary<Member>[],
  depth: number,
): fc.Arbitrary<JsonText> {
  const members = Object.entries(attributes).map(([name, attribute]) =>
    memberOf(name, anyValue(types, attribute, depth)),
  );
  const required = Object.entries(attributes)
    .filter(([, { required }]) => required === true)
    .map(([name, attribute]) => memberOf(name, fittingValue(types, attribute, depth)));
  const own = members.length === 0 ? [] : [{ weight: 30, arbitrary: fc.oneof(...members) }];
  const odd = memberOf(fc.oneof(fc.constantFrom(...SYSTEM_KEYS), inheritedName), anyJson);
  const some = fc.array(fc.oneof(...own, { weight: 1, arbitrary: odd }), { maxLength: 5 });
  const whole = fc.tuple(...always, ...required);
  return fc.tuple(whole, some).map(([first, rest]) => objectText([...first, ...rest]));
}

function memberOf(name: string | fc.Arbitrary<string>, value: fc.Arbitrary<JsonText>): fc.Arbitrary<Member> {
  return fc.tuple(typeof name === "string" ? fc.constant(name) : name, value);
}

function anyValue(types: Types, attribute: AttributeDefinition, depth: number): fc.Arbitrary<JsonText> {
  return fc.oneof(
    { weight: 12, arbitrary: fittingValue(types, attribute, depth) },
    { weight: 1, arbitrary: fc.constant("null") },
    { weight: 1, arbitrary: anyJson },
  );
}

function fittingValue(types: Types, attribute: AttributeDefinition, depth: number): fc.Arbitrary<JsonText> {
  switch (attribute.type) {
    case "relation":
      if (!("target" in attribute)) return morphValue(types, attribute.relation === "morphToOne");
      return relationValue(documentIdOf(attribute.target?.split(".")[1] ?? ""));
    case "media":
      return relationValue(documentId);
    case "component": {
      if (depth === 0) return fc.constant(attribute.repeatable === true ? "[]" : "null");
      const one = componentValue(types, attribute.component, [], depth);
      return attribute.repeatable === true ? fc.array(one, { maxLength: 3 }).map(listText) : one;
    }
    case "dynamiczone": {
      if (depth === 0) return fc.constant("[]");
      const uids = [...attribute.components, ...attribute.components, "shared.seo", "no.such"];
      const items = uids.map((uid) =>
        componentValue(types, uid, [memberOf("__component", fc.constant(textOf(uid)))], depth),
      );
      return fc.array(fc.oneof(...items), { maxLength: 3 }).map(listText);
    }
    case "enumeration":
      return fc.constantFrom(...attribute.enum).map(textOf);
    default:
      return FITTING.get(attribute.type) ?? anyJson;
  }
}

function componentValue(
  types: Types,
  uid: string,
  always: readonly fc.Arbitrary<Member>[],
  depth: number,
): fc.Arbitrary<JsonText> {
  const plain = objectOf(types, types.components[uid] ?? {}, always, depth - 1);
  const id = fc.oneof(fc.nat(12).map(String), fc.constantFrom('"1"', "null", "-1", "1e300", "{}"));
  const named = objectOf(types, types.components[uid] ?? {}, [...always, memberOf("id", id)], depth - 1);
  return fc.oneof({ weight: 3, arbitrary: plain }, { weight: 1, arbitrary: named });
}

const word = fc.stringMatching(/^[a-z]{3,8}$/).map(textOf);
const block = fc
  .tuple(
    fc.constantFrom("paragraph", "heading", "quote", "code", "list", "image"),
    fc.constantFrom("text", "link"),
    anyJson,
  )
  .map(([type, child, odd]) =>
    objectText([
      ["type", textOf(type)],
      ["level", "2"],
      ["format", '"ordered"'],
      [
        "children",
        listText([
          objectText([
            ["type", textOf(child)],
            ["text", '"x"'],
            ["url", '"https://a.b"'],
            ["odd", odd],
          ]),
        ]),
      ],
    ]),
  );

const FITTING: ReadonlyMap<string, fc.Arbitrary<JsonText>> = new Map<string, fc.Arbitrary<JsonText>>([
  ["string", word],
  ["text", word],
  ["richtext", word],
  ["uid", word],
  ["password", fc.constant('"secret"')],
  ["email", word.map((text) => textOf(`${JSON.parse(text)}@example.com`))],
  ["integer", fc.integer({ min: -5, max: 100 }).map(String)],
  ["biginteger", fc.bigInt({ min: -5n, max: 10n ** 30n }).map((number) => textOf(String(number)))],
  ["float", fc.double({ noNaN: true, noDefaultInfinity: true }).map(textOf)],
  ["decimal", fc.double({ min: -10, max: 10, noNaN: true }).map(textOf)],
  ["boolean", fc.constantFrom("true", "false")],
  ["date", fc.constantFrom('"2024-02-29"', '"1999-12-31"')],
  ["time", fc.constantFrom('"12:30:00"', '"23:59:59.999"')],
  ["datetime", fc.constantFrom('"2024-02-29T12:30:00Z"', "1700000000000", '"2024-01-01"')],
  ["json", anyJson],
  [
    "blocks",
    fc
      .array(fc.oneof({ weight: 6, arbitrary: block }, { weight: 1, arbitrary: anyJson }), { maxLength: 3 })
      .map(listText),
  ],
]);

/** Every form in which a relation can be written, and some in which it cannot. */
function relationValue(id: fc.Arbitrary<string>): fc.Arbitrary<JsonText> {
  const target = fc.oneof({ weight: 12, arbitrary: id }, { weight: 1, arbitrary: documentId }).map(textOf);
  const reference = referenceTo(target);
  const references = fc.oneof(fc.array(reference, { maxLength: 4 }).map(listText), reference);
  const operation = memberOf(fc.constantFrom("connect", "disconnect", "set", "options", "nosuch"), references);
  const plain = memberOf(
    fc.constantFrom("connect", "set", "disconnect"),
    fc.array(target, { maxLength: 3 }).map(listText),
  );
  return fc.oneof(
    { weight: 6, arbitrary: plain.map((member) => objectText([member])) },
    { weight: 2, arbitrary: fc.array(operation, { maxLength: 3 }).map(objectText) },
    { weight: 2, arbitrary: references },
  );
}

/** Links to any type: mostly with the type of the target, in every form. */
function morphValue(types: Types, isSingle: boolean): fc.Arbitrary<JsonText> {
  const typed = fc
    .constantFrom(...Object.keys(types.types))
    .chain((type) => documentIdOf(type).map((id) => typedReference(`api::${type}.${type}`, id)));
  const odd = fc
    .tuple(
      fc.constantFrom("plugin::upload.file", "plugin::users-permissions.user", "nosuch", "", "__proto__"),
      documentId,
    )
    .map(([type, id]) => typedReference(type, id));
  const target = fc.oneof({ weight: 8, arbitrary: typed }, { weight: 2, arbitrary: odd });
  const list = fc.array(target, { maxLength: isSingle ? 1 : 4 }).map(listText);
  const changes = fc
    .tuple(fc.constantFrom("connect", "set", "disconnect"), list)
    .map(([key, ids]) => objectText([[key, ids]]));
  return fc.oneof(
    { weight: 6, arbitrary: changes },
    { weight: 2, arbitrary: fc.oneof(list, target) },
    { weight: 1, arbitrary: relationValue(documentId) },
  );
}

function typedReference(type: string, id: string): JsonText {
  return objectText([
    ["documentId", textOf(id)],
    ["__type", textOf(type)],
  ]);
}

function referenceTo(target: fc.Arbitrary<JsonText>): fc.Arbitrary<JsonText> {
  const position = fc.oneof(
    fc.constantFrom('{"start":true}', '{"end":true}', '{"middle":true}', '"start"', "null", '{"before":null}'),
    fc.tuple(fc.constantFrom("before", "after"), target).map(([key, id]) => objectText([[key, id]])),
  );
  const status = fc.constantFrom('"draft"', '"published"', "7", "null");
  const object = (...members: readonly Member[]) => objectText(members);
  return fc.oneof(
    { weight: 8, arbitrary: target },
    { weight: 2, arbitrary: target.map((id) => object(["documentId", id])) },
    {
      weight: 3,
      arbitrary: fc.tuple(target, position).map(([id, at]) => object(["documentId", id], ["position", at])),
    },
    {
      weight: 1,
      arbitrary: fc.tuple(target, status).map(([id, said]) => object(["documentId", id], ["status", said])),
    },
    { weight: 1, arbitrary: fc.nat(20).map(String) },
    { weight: 1, arbitrary: fc.nat(20).map((id) => `{"id":${id}}`) },
    { weight: 1, arbitrary: fc.constantFrom("null", '"12abc"', '""', "{}", "1.5", "-1", "true", '{"id":null}') },
    { weight: 1, arbitrary: anyJson },
  );
}
