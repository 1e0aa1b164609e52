import { type AnyModel, type Attribute, OPERATOR_RULES, type OperatorRule } from "../../../../engine/internal.ts";
import { SCALAR_FORMATS, type ScalarFormat } from "../../../contract/model/scalar-format.ts";
import { type Context, nameOf, shownAttributes } from "../context.ts";
import { anyOf, arrayOf, FLAG, type JsonSchema, NULL, objectWith, TEXT } from "./json-schema.ts";

/** `PostFilters`: conditions on the entries of a model (reads, §4). */
export function filtersSchema(context: Context, model: AnyModel): JsonSchema {
  const name = nameOf(context, model, "Filters");
  const filters = { $ref: `#/components/schemas/${name}` };
  return context.components.schema(name, () => {
    const conditions = shownAttributes(context, model).flatMap((attribute) => {
      const schema = conditionOf(context, attribute);
      return schema === null ? [] : [[attribute.name, schema] as const];
    });
    const isType = model.model === "content-type";
    return objectWith({
      id: scalarFilter(context, "integer"),
      ...(isType && { documentId: scalarFilter(context, "text") }),
      ...Object.fromEntries(conditions),
      ...(isType && dates(context)),
      $and: arrayOf(filters),
      $or: arrayOf(filters),
      $not: anyOf(filters, arrayOf(filters)),
    });
  });
}

/** Null for an attribute that filters cannot name. */
function conditionOf(context: Context, attribute: Attribute): JsonSchema | null {
  switch (attribute.kind) {
    case "scalar":
      return scalarFilter(context, SCALAR_FORMATS[attribute.type]);
    case "relation":
    case "media":
      return anyOf(filtersSchema(context, context.schema.target(attribute)), linkFilter(context));
    case "component":
      return anyOf(filtersSchema(context, context.schema.component(attribute.component)), presenceFilter(context));
    default:
      return null;
  }
}

function dates(context: Context): { readonly [name: string]: JsonSchema } {
  const instant = scalarFilter(context, "instant");
  return { createdAt: instant, updatedAt: instant, publishedAt: instant };
}

/** The operands of comparisons, in the form in which they are compared. */
const OPERANDS: { readonly [F in ScalarFormat]: { readonly name: string; readonly schema: JsonSchema } } = {
  text: { name: "TextFilter", schema: { type: "string" } },
  integer: { name: "NumberFilter", schema: { type: "number" } },
  number: { name: "NumberFilter", schema: { type: "number" } },
  boolean: { name: "BooleanFilter", schema: { type: "boolean" } },
  "big integer": { name: "BigIntegerFilter", schema: { type: ["string", "integer"] } },
  date: { name: "DateFilter", schema: { type: "string" } },
  time: { name: "TimeFilter", schema: { type: "string" } },
  instant: { name: "InstantFilter", schema: { type: ["string", "integer"] } },
  timestamp: { name: "InstantFilter", schema: { type: ["string", "integer"] } },
  json: { name: "JsonFilter", schema: { type: "string" } },
  blocks: { name: "JsonFilter", schema: { type: "string" } },
};

function scalarFilter(context: Context, format: ScalarFormat): JsonSchema {
  const { name, schema } = OPERANDS[format];
  return comparison(context, name, schema);
}

/** A related entry, by its numeric id or its documentId (reads, §7). */
function linkFilter(context: Context): JsonSchema {
  return comparison(context, "LinkFilter", { type: ["string", "integer"] });
}

function comparison({ components }: Context, name: string, operand: JsonSchema): JsonSchema {
  const filter = { $ref: `#/components/schemas/${name}` };
  const rules = [...OPERATOR_RULES].map(([operator, rule]) => [operator, operandOf(rule, operand)] as const);
  return components.schema(name, () =>
    anyOf(
      operand,
      arrayOf(operand),
      objectWith({
        ...Object.fromEntries(rules),
        $not: filter,
        $and: arrayOf(filter),
        $or: arrayOf(filter),
      }),
      NULL,
    ),
  );
}

function operandOf(rule: OperatorRule, operand: JsonSchema): JsonSchema {
  switch (rule.kind) {
    case "single": {
      const value = rule.operand === "text" ? TEXT : operand;
      return anyOf(value, arrayOf(value), NULL);
    }
    case "list":
      return anyOf(arrayOf(operand), operand, NULL);
    case "between":
      return { ...Object(arrayOf(operand)), minItems: 2, maxItems: 2 };
    case "null":
      return FLAG;
  }
}

function presenceFilter({ components }: Context): JsonSchema {
  return components.schema("PresenceFilter", () => anyOf(objectWith({ $null: FLAG, $notNull: FLAG }), NULL));
}
