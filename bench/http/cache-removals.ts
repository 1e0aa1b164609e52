import type { WorkloadName } from "../../transport/cli/bench/workload-names.ts";
import type { Replacement } from "../run/build.ts";

/** How a build loses one cache. */
export interface Removal extends Replacement {
  /** As in the first words of its row in engine/CACHES.md. */
  readonly cache: string;
  /** The cache in front of it, which both builds lose. */
  readonly behind?: string;
  /** The traffic that it is measured by. */
  readonly workload: WorkloadName;
  /** Over GraphQL, with variables or with literals. */
  readonly graphql?: "variables" | "literals";
  /** 0 where the cache of responses would answer. */
  readonly cacheBytes?: number;
}

/** The caches that answers to reads use. Those of starts, imports and writes have figures of their own in the table. */
export const REMOVALS: readonly Removal[] = [
  {
    cache: "default entry",
    file: "engine/state/rows/space.ts",
    text: "return this.#parts.rows.beside(slot);",
    by: "return undefined;",
    workload: "filtered",
  },
  {
    cache: "selected members",
    file: "engine/query/project/entry-cache.ts",
    text: "let kept = all.get(select);",
    by: "return null; let kept = all.get(select);",
    workload: "populated",
  },
  {
    cache: "lists in an order",
    file: "engine/indexes/sorted-postings.ts",
    text: "if (asked.slots !== null) return asked.slots;",
    by: "return null;",
    workload: "related",
  },
  {
    cache: "conditions behind relations",
    file: "engine/indexes/match-cache.ts",
    text: "return this.#byCondition.get(condition);",
    by: "return undefined;",
    workload: "relation",
  },
  {
    cache: "searched texts",
    file: "engine/indexes/text/text-index.ts",
    text: "const answer = this.#kept.get(searchName(sought));",
    by: "const answer = undefined as Answer | undefined;",
    workload: "containsi",
  },
  {
    cache: "checked parts",
    behind: "query templates",
    file: "engine/query/check/check-cache.ts",
    text: "if (text === null) return check();",
    by: "if (true) return check();",
    workload: "sorted-populate",
  },
  {
    cache: "query templates",
    file: "transport/contract/cache/query-template-cache.ts",
    text: "return this.#templates.get(this.#keyOf(access, key))?.fill(values) ?? null;",
    by: "return null;",
    workload: "filtered",
  },
  {
    cache: "without parameters",
    file: "transport/parts/rest/check-calls.ts",
    text: "plain[kind].get(type.uid) ?? checkQuery",
    by: "checkQuery",
    workload: "by-id",
    cacheBytes: 0,
  },
  {
    cache: "fixed by the schema",
    file: "engine/query/plan/row-fields.ts",
    text: "let field = fields.get(name);",
    by: "let field: RowField | undefined;",
    workload: "filtered",
  },
  {
    cache: "openers",
    behind: "selected members",
    file: "engine/query/project/project.ts",
    text: "const known = openers.get(position.model) ?? makeOpener(context, output, position);",
    by: "const known = makeOpener(context, output, position);",
    workload: "populated",
  },
  {
    cache: "responses",
    file: "transport/contract/cache/response-cache.ts",
    text: "const cached = young ?? this.#old.get(access, url);",
    by: "const cached = undefined as CachedAnswer | undefined;",
    workload: "repeated",
  },
  {
    cache: "admission",
    file: "transport/contract/cache/recent-urls.ts",
    text: "return isKnown;",
    by: "return true;",
    workload: "filtered",
  },
  {
    cache: "bytes of entries",
    file: "transport/adapters/shared/encoded-body.ts",
    text: "composer = EntryBytes.forBodies(BODY_BYTES);",
    by: "composer = null;",
    workload: "filtered",
  },
  {
    cache: "header lines",
    file: "transport/adapters/uws/uws-response.ts",
    text: "const known = LINES.get(headers);",
    by: "const known = undefined as string | undefined;",
    workload: "by-id",
  },
  {
    cache: "GraphQL documents",
    file: "transport/parts/graphql/document/document-cache.ts",
    text: "const known = this.#known.get(text);",
    by: "const known = undefined as PreparedDocument | undefined;",
    workload: "filtered",
    graphql: "variables",
    cacheBytes: 0,
  },
  {
    cache: "shared documents",
    file: "transport/parts/graphql/document/document-cache.ts",
    text: "return this.#shared.get(key)?.with(literals, () => parse(text)) ?? null;",
    by: "return null;",
    workload: "filtered",
    graphql: "literals",
    cacheBytes: 0,
  },
  {
    cache: "prepared reads",
    file: "transport/parts/graphql/prepared/prepared-reads.ts",
    text: "return form && this.#reads.get(this.#keyOf(access, form, values));",
    by: "return undefined;",
    workload: "filtered",
    graphql: "variables",
    cacheBytes: 0,
  },
  {
    cache: "GraphQL plans",
    behind: "prepared reads",
    file: "transport/parts/graphql/plan/plan-cache.ts",
    text: "if (known !== undefined) return known;\n    const plan",
    by: "const plan",
    workload: "sorted-populate",
    graphql: "variables",
    cacheBytes: 0,
  },
  {
    cache: "members of entries",
    behind: "prepared reads",
    file: "transport/parts/graphql/plan/select-cache.ts",
    text: "if (known !== undefined) return known;",
    by: "",
    workload: "sorted-populate",
    graphql: "variables",
    cacheBytes: 0,
  },
  {
    cache: "coercers",
    behind: "prepared reads",
    file: "transport/parts/graphql/execute/arguments/coerce-variables.ts",
    text: "const known = OPERATIONS.get(operation);",
    by: "const known = undefined as CoerceAll | undefined;",
    workload: "sorted-populate",
    graphql: "variables",
    cacheBytes: 0,
  },
];
