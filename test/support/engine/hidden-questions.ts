import type { AnyModel, Schema } from "../../../engine/internal.ts";

/** A way through a schema, from an attribute of a content type on. */
export interface AttributePath {
  readonly names: readonly string[];
  /** The last attribute is private or a password, and none before it. */
  readonly hidden: boolean;
  /** The question leads through a private attribute: everything behind that is hidden. */
  readonly behindHidden: boolean;
}

/** Every path of up to so many attributes. */
export function pathsFrom(schema: Schema, model: AnyModel, depth: number): readonly AttributePath[] {
  return [...model.attributes.values()].flatMap((attribute) => {
    const { name } = attribute;
    const hidden = attribute.private || (attribute.kind === "scalar" && attribute.type === "password");
    const behind =
      depth === 1 ? [] : modelsBehind(schema, attribute).flatMap((next) => pathsFrom(schema, next, depth - 1));
    const longer = behind.map((path) => ({
      names: [name, ...path.names],
      hidden: path.hidden && !hidden,
      behindHidden: path.behindHidden || hidden,
    }));
    return [{ names: [name], hidden, behindHidden: false }, ...longer];
  });
}

type Attribute = AnyModel["attributes"] extends ReadonlyMap<string, infer A> ? A : never;

function modelsBehind(schema: Schema, attribute: Attribute): readonly AnyModel[] {
  if (attribute.kind === "relation") return [schema.target(attribute)];
  if (attribute.kind === "component") return [schema.component(attribute.component)];
  if (attribute.kind === "dynamiczone") return attribute.components.map((uid) => schema.component(uid));
  return [];
}

/** Query strings that put an attribute into every parameter. `values`: what a caller would guess. */
export function restQuestions(names: readonly string[], values: readonly (string | number)[]): readonly string[] {
  const last = names.at(-1) ?? "";
  const way = names.slice(0, -1);
  const nested = names.map((name) => `[${name}]`).join("");
  const populated = `populate${way.map((name) => `[${name}]`).join("[populate]")}`;
  const within = way.length === 0 ? [] : [`${populated}[fields]=${last}`, `${populated}[sort]=${last}:desc`];
  return [
    `filters${nested}[$null]=true`,
    `filters${nested}[$notNull]=true`,
    `filters[$not]${nested}[$null]=true`,
    `filters[$or][0]${nested}[$null]=true&filters[$or][1][documentId]=note1`,
    `sort=${names.join(".")}`,
    `sort${nested}=desc`,
    `populate=${names.join(".")}`,
    `populate${names.map((name) => `[${name}]`).join("[populate]")}=true`,
    ...(way.length === 0 ? [`fields=${last}`, `fields[0]=documentId&fields[1]=${last}`] : within),
    ...values.flatMap((value) => [
      `filters${nested}=${value}`,
      `filters${nested}[$startsWith]=${value}`,
      `filters${nested}[$gt]=${value}`,
      `filters${nested}[$in][0]=${value}`,
      ...(way.length === 0 ? [] : [`${populated}[filters][${last}]=${value}`]),
    ]),
  ];
}

/** Documents that put an attribute of the type with these root fields wherever one can stand. */
export function graphqlQuestions(
  roots: string,
  names: readonly string[],
  values: readonly (string | number)[],
): readonly string[] {
  const nest = (inner: string) => names.reduceRight((text, name) => `{ ${name}: ${text} }`, inner);
  const selected = names.reduceRight((text, name) => ` { documentId ${name}${text} }`, "");
  const total = `${roots}_connection`;
  const counted = "{ nodes { documentId } pageInfo { total } }";
  return [
    `{ ${roots} ${selected} }`,
    `{ ${roots}(sort: "${names.join(".")}:desc") { documentId } }`,
    `{ ${total}(filters: ${nest("{ null: true }")}) ${counted} }`,
    `{ ${total}(filters: { not: ${nest("{ notNull: true }")} }) ${counted} }`,
    ...values.flatMap((value) => {
      const literal = JSON.stringify(value);
      return [
        `{ ${total}(filters: ${nest(`{ eq: ${literal} }`)}) ${counted} }`,
        `{ ${total}(filters: { or: [${nest(`{ startsWith: ${literal} }`)}] }) ${counted} }`,
      ];
    }),
  ];
}
