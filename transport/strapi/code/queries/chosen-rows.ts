import { isRecord } from "../../../../engine/internal.ts";
import type { Loose } from "../strapi-object.ts";
import type { Row } from "./rows.ts";

/** The rows that a call or a statement asks for, in the words of `strapi.db.query`. */
export interface Asked {
  readonly where?: Loose;
  /** `{ member: "asc" }`, the first one first. */
  readonly orderBy?: readonly Loose[];
  readonly limit?: number | undefined;
  readonly offset?: number | undefined;
}

/** The asked rows out of rows that no content type has by itself: conditions and order name their members. */
export function chosen(rows: readonly Loose[], { where, orderBy = [], limit, offset = 0 }: Asked): Row[] {
  const found = rows.filter((row) => holds(where, row));
  for (const [name, direction] of orderBy.flatMap((each) => Object.entries<Loose>(each)).reverse()) {
    found.sort((one, other) => compare(one[name] ?? null, other[name] ?? null) * (direction === "desc" ? -1 : 1));
  }
  return found.slice(offset, limit === undefined ? undefined : offset + limit);
}

/** Null is the least. */
function compare(one: Loose, other: Loose): number {
  if (one === other) return 0;
  return one === null || (other !== null && one < other) ? -1 : 1;
}

function holds(where: Loose, row: Loose): boolean {
  return Object.entries<Loose>(where ?? {}).every(([name, condition]) => {
    if (name === "$and") return condition.every((each: Loose) => holds(each, row));
    if (name === "$or") return condition.some((each: Loose) => holds(each, row));
    if (name === "$not") return !holds(condition, row);
    const value = row[name] ?? null;
    if (condition === null) return value === null;
    const operators = isRecord(condition) ? condition : { $eq: condition };
    // As in a database, nothing but its absence is true of null.
    return value !== null && Object.entries(operators).every(([operator, operand]) => meets(value, operator, operand));
  });
}

function meets(value: Loose, operator: string, operand: Loose): boolean {
  const given = typeof value === "number" && !Array.isArray(operand) ? Number(operand) : operand;
  switch (operator) {
    case "$eq":
      return value === given;
    case "$ne":
      return value !== given;
    case "$in":
      return operand.some((each: Loose) => meets(value, "$eq", each));
    case "$notIn":
      return !meets(value, "$in", operand);
    case "$lt":
      return value < given;
    case "$lte":
      return value <= given;
    case "$gt":
      return value > given;
    case "$gte":
      return value >= given;
    case "$between":
      return meets(value, "$gte", operand[0]) && meets(value, "$lte", operand[1]);
    case "$notNull":
      return true;
    default:
      return meetsText(String(value), operator, String(operand));
  }
}

function meetsText(value: string, operator: string, operand: string): boolean {
  if (operator.endsWith("i")) return meetsText(value.toLowerCase(), operator.slice(0, -1), operand.toLowerCase());
  switch (operator) {
    case "$eq":
      return value === operand;
    case "$startsWith":
      return value.startsWith(operand);
    case "$endsWith":
      return value.endsWith(operand);
    case "$contains":
      return value.includes(operand);
    default:
      throw new Error(`${operator} is not there in Galley`);
  }
}
