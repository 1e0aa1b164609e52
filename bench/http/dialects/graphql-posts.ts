import { isRecord, type UnknownRecord } from "../../../engine/internal.ts";
import type { HttpRequest } from "../../../transport/cli/bench/http-request.ts";
import type { Condition, Populated, Question } from "../../../transport/cli/bench/question.ts";
import type { Wish } from "../../../transport/cli/bench/workloads.ts";
import { documentId } from "../../content/data.ts";
import { BLOG } from "../../content/schema.ts";
import type { Post } from "../contestant.ts";

/** A wish as an operation with variables; its text is the same for all wishes of a kind. Null for writes. */
export function graphqlRequest(wish: Wish): HttpRequest | null {
  switch (wish.kind) {
    case "one":
      return operation(ONE, { id: documentId("p", wish.document) });
    case "list":
      return operation(listText(wish.question.populate), listVariables(wish.question));
    case "create":
      return null;
  }
}

/** The same with the values as literals in the document, as clients without variables send them. */
export function graphqlWithLiterals(wish: Wish): HttpRequest | null {
  const request = graphqlRequest(wish);
  if (request === null) return null;
  const { query, variables }: { query: string; variables: UnknownRecord } = JSON.parse(request.body ?? "");
  const inlined = query
    .replace(/^(query \w+)\([^)]*\)/, "$1")
    .replace(/\$(\w+)/g, (_, name) => literal(variables[name]));
  return operation(inlined, {});
}

function literal(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(literal).join(", ")}]`;
  if (!isRecord(value)) return JSON.stringify(value);
  const fields = Object.entries(value).map(([name, inner]) => `${name}: ${literal(inner)}`);
  return `{ ${fields.join(", ")} }`;
}

/** The posts of an answer. */
export function graphqlPosts(body: unknown): readonly Post[] {
  // A body that is not a GraphQL answer has no posts, and so differs from one that is.
  const { data } = body as { readonly data?: { readonly posts?: readonly Post[]; readonly post?: Post } };
  return data?.posts ?? (data?.post === undefined ? [] : [data.post]);
}

interface Model {
  readonly attributes: Readonly<Record<string, { readonly type: string }>>;
}

const POST: Model = BLOG.contentTypes["api::post.post"];

/** The model behind each relation of a post. */
const BEHIND: Readonly<Record<string, Model>> = {
  author: BLOG.contentTypes["api::author.author"],
  category: BLOG.contentTypes["api::category.category"],
  tags: BLOG.contentTypes["api::tag.tag"],
};

/** The filter inputs of these models. */
const INPUTS: Readonly<Record<string, string>> = {
  author: "AuthorFiltersInput",
  category: "CategoryFiltersInput",
  tags: "TagFiltersInput",
};

const DATES = ["createdAt", "updatedAt", "publishedAt"];

const ONE = `query Post($id: ID!) { post(documentId: $id) { ${fieldsOf(POST)} } }`;

function listText(populate: readonly Populated[]): string {
  const relations = populate.map(({ relation, narrowed }) => {
    const args = narrowed === null ? "" : `(filters: $${relation}Filters, sort: $${relation}Sort)`;
    return `${relation}${args} { ${fieldsOf(BEHIND[relation] ?? POST)} }`;
  });
  const narrowing = populate.flatMap(({ relation, narrowed }) =>
    narrowed === null ? [] : [`, $${relation}Filters: ${INPUTS[relation]}, $${relation}Sort: [String]`],
  );
  const args = "filters: $filters, sort: $sort, pagination: $pagination";
  const declared = "$filters: PostFiltersInput, $sort: [String], $pagination: PaginationArg";
  return `query Posts(${[declared, ...narrowing].join("")}) { posts(${args}) { ${[fieldsOf(POST), ...relations].join(" ")} } }`;
}

/** Everything that REST shows of an entry by default. */
function fieldsOf({ attributes }: Model): string {
  const own = Object.entries(attributes).flatMap(([name, { type }]) => (type === "relation" ? [] : [name]));
  return ["documentId", ...own, ...DATES].join(" ");
}

function listVariables({ where, either, sort, page, pageSize, populate }: Question): object {
  const narrowing = populate.flatMap(({ relation, narrowed }) =>
    narrowed === null
      ? []
      : [
          [`${relation}Filters`, condition(narrowed.where)],
          [`${relation}Sort`, [`${narrowed.sort.field}:${narrowed.sort.direction}`]],
        ],
  );
  return {
    filters: { and: where.map(condition), ...(either.length > 0 && { or: either.map(condition) }) },
    sort: sort === null ? [] : [`${sort.field}:${sort.direction}`],
    pagination: { page, pageSize },
    ...Object.fromEntries(narrowing),
  };
}

function condition({ relation, field, operator, value }: Condition): object {
  const own = { [field]: { [operator]: value } };
  return relation === null ? own : { [relation]: own };
}

function operation(query: string, variables: object): HttpRequest {
  return { method: "POST", path: "/graphql", body: JSON.stringify({ query, variables }) };
}
