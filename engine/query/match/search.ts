import type { ScalarAttribute, ScalarType } from "../../schema/attribute.ts";
import { type Field, fieldAt, type Position, type ReadView } from "../position.ts";
import { SHORT_TEXT, TEXT_CHARACTER } from "../work-budget.ts";
import { foldCase } from "./fold-case.ts";
import { textOf } from "./operators.ts";
import type { Predicate } from "./predicate.ts";

const TEXTS: ReadonlySet<ScalarType> = new Set(["string", "text", "richtext", "email", "uid", "enumeration"]);
const NUMBERS: ReadonlySet<ScalarType> = new Set(["integer", "biginteger", "float", "decimal"]);

/**
 * `_q`: searches for a text, ignoring case, in text attributes, the documentId and the id; for a number also in number
 * attributes (reads, §13). Attributes that callers may not read are never searched.
 */
export function searchOf(view: ReadView, position: Position, search: string): Predicate {
  const { work } = view;
  const { fields } = searchedFields(view, position, search);
  const sought = foldCase(search);
  return (node) =>
    fields.some((field) => {
      const value = field.read(node);
      if (value === null) return false;
      const text = textOf(value);
      if (text.length > SHORT_TEXT) work.spend(text.length * TEXT_CHARACTER, "_q");
      return foldCase(text).includes(sought);
    });
}

/** The fields that a search for this text covers; number fields are included only if the text is a number. */
export function searchedFields(
  { state }: ReadView,
  position: Position,
  search: string,
): { readonly fields: readonly Field[]; readonly names: readonly string[]; readonly withNumbers: boolean } {
  const isNumber = search.trim() !== "" && !Number.isNaN(Number(search));
  const searched = [...position.model.attributes.values()].filter(
    (attribute): attribute is ScalarAttribute =>
      attribute.kind === "scalar" &&
      attribute.searchable &&
      !attribute.private &&
      (TEXTS.has(attribute.type) || (isNumber && NUMBERS.has(attribute.type))),
  );
  const names = ["id", "documentId", ...searched.map((attribute) => attribute.name)];
  return { fields: names.map((name) => fieldAt(state.shape, position, name)), names, withNumbers: isNumber };
}
