import type { Filter } from "../../query.ts";
import type { FieldPlace } from "../field-place.ts";
import type { ParamScope } from "../scope.ts";
import { withoutParameters } from "../template/parameter.ts";
import { checkOperator } from "./conditions.ts";
import { all, any, each } from "./logic.ts";

/**
 * Checks an operator on the identity of a linked entry (reads, §7): the operand is a numeric id or, if it cannot be
 * one, a documentId.
 */
export function checkIdentity(scope: ParamScope, operator: string, given: unknown): Filter | null {
  const { path, model } = scope;
  // The field depends on the form of the operand, so other values cannot be substituted for it.
  const raw = withoutParameters(given);
  const byId: FieldPlace = { scope, name: "id", type: "id", path };
  if (model.model === "component" || !EITHER.has(operator)) return checkOperator(byId, operator, raw);

  const byDocumentId: FieldPlace = { scope, name: "documentId", type: "string", path };
  if (!Array.isArray(raw)) return checkOperator(isDocumentId(raw) ? byDocumentId : byId, operator, raw);

  const documentIds = raw.filter(isDocumentId);
  if (documentIds.length === 0) return checkOperator(byId, operator, raw);
  const ids = raw.filter((item) => !isDocumentId(item));
  const filters = each([byId, byDocumentId], (field) => {
    const list = field === byId ? ids : documentIds;
    return list.length === 0 ? null : checkOperator(field, operator, list);
  });
  return operator === "$notIn" ? all(filters) : any(filters);
}

/** Operators whose operand may be either kind of id. */
const EITHER: ReadonlySet<string> = new Set(["$eq", "$ne", "$in", "$notIn"]);

function isDocumentId(raw: unknown): boolean {
  return typeof raw === "string" && !/^\d+$/.test(raw);
}
