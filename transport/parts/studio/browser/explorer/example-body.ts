import { member } from "../core/member.ts";
import { listOf } from "../core/read-list.ts";
import { type OpenApi, resolved } from "../model/open-api.ts";

const MAX_DEPTH = 4;

/** A body to start from: the required properties of a schema, with simple values. */
export function exampleBody(document: OpenApi, schema: unknown): string {
  return JSON.stringify(example(document, schema, 0) ?? {}, null, 2);
}

function example(document: OpenApi, given: unknown, depth: number): unknown {
  const schema = resolved<unknown>(document, given);
  const preset = ["example", "default", "const"]
    .map((name) => member(schema, name))
    .find((value) => value !== undefined);
  if (preset !== undefined) return preset;
  const [choice] = listOf(member(schema, "enum"));
  if (choice !== undefined) return choice;
  const alternatives = [
    ...listOf(member(schema, "anyOf")),
    ...listOf(member(schema, "oneOf")),
    ...listOf(member(schema, "allOf")),
  ];
  if (alternatives.length > 0) return example(document, alternatives[0], depth);
  const type = [member(schema, "type")].flat()[0];
  if (type === "object") return objectExample(document, schema, depth);
  return SIMPLE[String(type)];
}

const SIMPLE: { readonly [type: string]: unknown } = { string: "", integer: 0, number: 0, boolean: false };

/**
 * Required properties, and properties with plain values. Links to other entries are left out, since their ids are not
 * known.
 */
function objectExample(document: OpenApi, schema: unknown, depth: number): object {
  if (depth === MAX_DEPTH) return {};
  const required = new Set(listOf(member(schema, "required")));
  const members = Object.entries(Object(member(schema, "properties"))).flatMap(([name, property]) => {
    const isPlain = PLAIN.has(String(member(property, "x-galley-type")));
    const value = required.has(name) || isPlain ? example(document, property, depth + 1) : undefined;
    return value === undefined ? [] : [[name, value] as const];
  });
  return Object.fromEntries(members);
}

/** Attribute types for which an example value can be made up. */
const PLAIN = new Set(["string", "text", "richtext", "integer", "decimal", "float", "boolean"]);
