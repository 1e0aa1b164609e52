import type { Filter } from "../../query.ts";
import type { FieldPlace } from "../field-place.ts";
import type { ParamScope } from "../scope.ts";
import { withoutParameters } from "../template/parameter.ts";
import { checkOperator } from "./conditions.ts";
import { all, any, each } from "./logic.ts";

/**
 * An operator that asks which linked entry it is (reads, §7): by numeric id, and where the operand cannot be one, by
 * documentId.
 */
export function checkIdentity(scope: ParamScope, operator: string, given: unknown): Filter | null {
  const { path, model } = scope;
  // What is asked depends on what the texts are like: no other text can be put in their place.
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

/** Operators whose operands say by themselves which of the two they are. */
const EITHER: ReadonlySet<string> = new Set(["$eq", "$ne", "$in", "$notIn"]);

function isDocumentId(raw: unknown): boolean {
  return typeof raw === "string" && !/^\d+$/.test(raw);
}
