import type { HttpRequest } from "../../../transport/cli/bench/http-request.ts";
import type { Condition, Question } from "../../../transport/cli/bench/question.ts";
import type { Wish } from "../../../transport/cli/bench/workloads.ts";
import type { Post } from "../contestant.ts";

/** A wish as a request to json-server 0.17; null if json-server cannot express it. */
export function jsonServerRequest(wish: Wish): HttpRequest | null {
  if (wish.kind === "one") return { method: "GET", path: `/posts/${wish.document + 1}`, body: "" };
  if (wish.kind === "create") return { method: "POST", path: "/posts", body: JSON.stringify(wish.values) };
  const path = listPath(wish.question);
  return path === null ? null : { method: "GET", path, body: "" };
}

/** The posts of an answer of json-server, one or a list. */
export function jsonServerPosts(body: unknown): readonly Post[] {
  return [body as Post | readonly Post[]].flat();
}

function listPath({ where, either, sort, page, pageSize, populate }: Question): string | null {
  const conditions = where.map(conditionOf);
  if (conditions.includes(null) || either.length > 0 || populate.some(({ narrowed }) => narrowed !== null)) return null;
  const parameters = [
    ...conditions,
    ...(sort === null ? [] : [`_sort=${sort.field}&_order=${sort.direction}`]),
    `_page=${page}&_limit=${pageSize}`,
    // json-server embeds a single linked entry, but no lists of them.
    ...populate.filter(({ relation }) => relation !== "tags").map(({ relation }) => `_expand=${relation}`),
  ];
  return `/posts?${parameters.join("&")}`;
}

function conditionOf({ relation, field, operator, value }: Condition): string | null {
  if (relation !== null) return null;
  if (typeof value === "object") return null;
  const text = encodeURIComponent(value);
  switch (operator) {
    case "in":
      return null;
    case "eq":
      return `${field}=${text}`;
    case "gte":
      return `${field}_gte=${text}`;
    case "lt":
      // json-server only has "less than or equal"; the values are integers.
      return typeof value === "number" ? `${field}_lte=${value - 1}` : null;
    case "containsi":
      return `${field}_like=${text}`;
    case "startsWith":
      return `${field}_like=${encodeURIComponent(`^${value}`)}`;
  }
}
