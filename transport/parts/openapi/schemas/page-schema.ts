import type { Context } from "../context.ts";
import { anyOf, arrayOf, type JsonSchema, objectWith } from "./json-schema.ts";

/** The schema of one page of entries. */
export function pageSchema(context: Context, entry: JsonSchema): JsonSchema {
  const meta = objectWith({ pagination: paginationSchema(context) }, ["pagination"]);
  return objectWith({ data: arrayOf(entry), meta }, ["data", "meta"]);
}

/** In the style that was requested: page or offset. The totals are absent if nothing was counted. */
function paginationSchema({ components }: Context): JsonSchema {
  const number: JsonSchema = { type: "integer", minimum: 0 };
  return components.schema("Pagination", () =>
    anyOf(
      objectWith({ page: number, pageSize: number, pageCount: number, total: number }, ["page", "pageSize"]),
      objectWith({ start: number, limit: number, total: number }, ["start", "limit"]),
    ),
  );
}
