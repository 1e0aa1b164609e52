import { afterAll, describe, expect, it, vi } from "vitest";
import type { Store } from "../../../storage/internal.ts";
import { ResponseCache } from "../../../transport/contract/cache/response-cache.ts";
import { CONTRACT } from "../../../transport/contract/profiles/profile.ts";
import type { Answer } from "../../../transport/http/answer.ts";
import { inOnePiece, isSource } from "../../../transport/http/port.ts";
import { DocumentCache } from "../../../transport/parts/graphql/document/document-cache.ts";
import { Executor } from "../../../transport/parts/graphql/execute/executor.ts";
import { graphqlErrors } from "../../../transport/parts/graphql/http/errors.ts";
import { graphqlHandle } from "../../../transport/parts/graphql/http/handle.ts";
import { PersistedQueryCache } from "../../../transport/parts/graphql/http/persisted-queries.ts";
import { GRAPHQL_LIMITS } from "../../../transport/parts/graphql/limits.ts";
import { ASKED_NOTES } from "../../arbitraries/asked-notes.ts";
import { content } from "../../arbitraries/content.ts";
import { documentsOf } from "../../arbitraries/queries/graphql-documents.ts";
import { type DrawnRequests, JsonText, requests } from "../../arbitraries/queries/graphql-requests.ts";
import { ASKERS, type Asker } from "../../arbitraries/queries/questions.ts";
import { TEXTS } from "../../arbitraries/values.ts";
import { fc } from "../../support/fast-check.ts";
import { requestOf } from "../../support/requests/request-of.ts";
import { executorParts, schemaTools, storeWith } from "./tools.ts";

const RUNS = Number(process.env.GALLEY_GRAPHQL_RUNS ?? 10);

const tools = schemaTools({});
const { schema, suggestions } = tools;

/** JSON texts that may stand where a string or a number stood. */
const STRINGS = [
  ...[...TEXTS, "", "a", "0", "1", "mutation", "\u0001", "\u0001#", '"', "\\", "\n", "é😀", "\ud800", "2024-01-01"].map(
    (text) => JSON.stringify(text),
  ),
  '"\\u0061"',
  '"\\u00010"',
  '"\\/"',
];
const NUMBERS = [
  "0",
  "-0",
  "1",
  "2",
  "3",
  "-1",
  "1.5",
  "1.0",
  "1e1",
  "1E+2",
  "1e400",
  "2147483648",
  "1.00000000000000001",
];
const DIGITS = ["9007199254740993", "123456789012345", "1234567890123456", "0.1234567890123456", "01", "+1", "1.", "-"];

const string = fc.constantFrom(...STRINGS);
const number = fc.constantFrom(...NUMBERS, ...DIGITS);
const leaf = {
  string: fc.oneof({ weight: 9, arbitrary: string }, number),
  number: fc.oneof({ weight: 9, arbitrary: number }, string),
};

/** Every string and number of the variables, in the order of their text. */
function leavesIn(value: unknown): readonly (string | number)[] {
  if (typeof value === "string" || typeof value === "number") return [value];
  return typeof value === "object" && value !== null ? Object.values(value).flatMap(leavesIn) : [];
}

/** How a body is written, apart from the values of its variables. */
interface Form {
  readonly blank: string;
  readonly order: readonly string[];
  /** Each object has its first member twice. */
  readonly repeats: boolean;
  readonly extra: string;
}

const form = fc.record<Form>({
  blank: fc.constantFrom("", "", " ", "\n\t"),
  order: fc.constantFrom(
    ["query", "variables"],
    ["variables", "query"],
    ["query", "variables"],
    ["variables", "query"],
    ["variables", "operationName", "query", "variables"],
  ),
  repeats: fc.constantFrom(false, false, false, true),
  extra: fc.constantFrom(
    "",
    "",
    "",
    '"__proto__":1,',
    '"constructor":{"prototype":1},',
    '"extensions":{"variables":"a"},',
  ),
});

interface Body {
  readonly query: string;
  readonly variables: unknown;
  readonly operationName?: string | null;
}

function bodyText(
  { blank, order, repeats, extra }: Form,
  { query, variables, operationName = null }: Body,
  texts: readonly string[] = [],
) {
  let next = 0;
  const write = (value: unknown): string => {
    if (value instanceof JsonText) return value.text;
    if (typeof value === "string" || typeof value === "number") return texts[next++] ?? JSON.stringify(value);
    if (Array.isArray(value)) return `[${value.map(write).join(`${blank},`)}]`;
    if (typeof value !== "object" || value === null) return JSON.stringify(value);
    const members = Object.entries(value).map(
      ([name, inner]) => `${JSON.stringify(name)}${blank}:${blank}${write(inner)}`,
    );
    return `{${(repeats ? [...members.slice(0, 1), ...members] : members).join(`,${blank}`)}}`;
  };
  const members: Readonly<Record<string, () => string>> = {
    query: () => `"query":${JSON.stringify(query)}`,
    operationName: () => `"operationName":${JSON.stringify(operationName)}`,
    variables: () => {
      next = 0;
      return `"variables"${blank}:${write(variables)}`;
    },
  };
  const text = order.map((name) => members[name]?.()).join(`,${blank}`);
  return `${blank}{${extra}${text}}`;
}

/** Conditions on notes, one for each kind of value and of place that a value has. */
const CONDITIONS: readonly object[] = [
  { title: { eq: "a" } },
  { title: { containsi: "a" } },
  { title: { in: ["a", "b"] } },
  { slug: { not: { startsWith: "a" } } },
  { count: { gte: 0 } },
  { count: { between: [0, 10] } },
  { ratio: { lt: 4.5 } },
  { price: { ne: 0.5 } },
  { big: { eq: "9" } },
  { day: { gte: "2024-01-01" } },
  { hour: { lt: "23:59:59.999" } },
  { instant: { gt: "2024-01-01T00:00:00.000Z" } },
  { kind: { eq: "alpha" } },
  { data: { ne: "42" } },
  { documentId: { in: ["note00000000000000000001"] } },
  { tags: { name: { ne: "a" } } },
  { seo: { heading: { contains: "a" } } },
  { not: { title: { eq: "b" } } },
  { slug: { ne: "b" }, documentId: { ne: "a" }, count: { gte: -1 }, title: { ne: "c" } },
  { or: [{ title: { ne: "a" } }, { count: { lt: 2 } }] },
];

const LIST = `query ($filters: NoteFiltersInput, $tags: TagFiltersInput, $sort: [String], $page: PaginationArg, $status: PublicationStatus) {
  notes(filters: $filters, sort: $sort, pagination: $page, status: $status) { title tags(filters: $tags) { name } }
}`;
const ONE = `query ($id: ID!, $tags: TagFiltersInput) { note(documentId: $id) { title tags(filters: $tags) { name } } }`;
const TWICE = `query ($filters: TagFiltersInput, $page: PaginationArg) {
  tags(filters: $filters, pagination: $page) { name related: parent { name } notes(pagination: $page) { title } }
}`;

/** Requests whose values vary within one prepared read, and some whose values have two uses. */
const usual = fc.oneof(
  fc
    .record(
      {
        filters: fc.constantFrom(...CONDITIONS),
        tags: fc.constant({ name: { startsWith: "a" } }),
        sort: fc.constantFrom(["title:desc"], ["count", "title"], "day"),
        page: fc.constantFrom({ page: 1, pageSize: 2 }, { start: 0, limit: 3 }),
        status: fc.constantFrom("PUBLISHED", "DRAFT"),
      },
      { requiredKeys: ["filters"] },
    )
    .map((variables) => ({ query: LIST, variables })),
  fc.constant({ query: ONE, variables: { id: "note00000000000000000001", tags: { name: { ne: "b" } } } }),
  fc.constant({ query: TWICE, variables: { filters: { name: { ne: "b" } }, page: { start: 0, limit: 2 } } }),
);

/** A document with variables, and bodies of it: the first ones as they were drawn, the others with other values. */
const bodies = fc.tuple(fc.oneof(documentsOf(schema), usual), form).chain(([{ query, variables }, drawn]) => {
  const leaves = leavesIn(variables);
  const texts = fc.tuple(
    ...leaves.map((value) =>
      fc.oneof({ weight: 4, arbitrary: fc.constant(JSON.stringify(value)) }, leaf[typeof value as "string" | "number"]),
    ),
  );
  return fc
    .array(texts, { maxLength: 6 })
    .map((others) => [[], [], [], ...others].map((each) => bodyText(drawn, { query, variables }, each)));
});

/** The bodies of the requests of one client. */
const ownBodies = fc
  .tuple(requests, form)
  .map(([{ query, sent }, drawn]: [DrawnRequests, Form]) =>
    sent.map(({ operationName, variables }) =>
      bodyText(written(drawn, operationName), { query, variables, operationName }),
    ),
  );

/** A form with the name of the operation, if it has one. */
function written({ order, ...others }: Form, operationName: string | null): Form {
  const isNamed = operationName === null || order.includes("operationName");
  return { ...others, order: isNamed ? order : ["operationName", ...order] };
}

type Ask = (body: string) => { readonly status: number; readonly body: string };

/** Who asks a server that nobody has asked yet. */
function askerOf(asker: Asker, store: Store): Ask {
  const documents = new DocumentCache({ schema, limits: GRAPHQL_LIMITS, introspection: true });
  const handle = graphqlHandle({
    findCaller: () => ({ kind: "token", name: "asker", access: asker.access }),
    limits: GRAPHQL_LIMITS,
    documents,
    persisted: new PersistedQueryCache(100_000),
    suggestions,
    executor: new Executor(executorParts(tools, asker, store)),
    cache: new ResponseCache(0, () => 0),
    revision: () => 0,
    page: null,
    receive: null,
    cors: CONTRACT.cors,
  });
  const errors = graphqlErrors((error) => {
    if (!(error instanceof Error)) throw error;
    return { status: 400, body: `${error.name} ${error.message}`, contentType: "text/plain" };
  });
  return (body: string) => {
    const headers = { "content-type": "application/json" };
    const request = requestOf({ method: "POST", target: "/graphql", headers, body });
    try {
      return shown(handle({ request, params: {} } as Parameters<typeof handle>[0]) as Answer);
    } catch (error) {
      return shown(errors(error));
    }
  };
}

/** Asks each body of a server that nobody has asked yet, and a repeated one once: its answer is the same. */
function loneAskerOf(asker: Asker, store: Store): Ask {
  const answers = new Map<string, ReturnType<Ask>>();
  return (body) => {
    const answer = answers.get(body) ?? askerOf(asker, store)(body);
    answers.set(body, answer);
    return answer;
  };
}

function shown({ status, body }: Answer) {
  if (body === null || isSource(body)) throw new Error("There is no body in memory");
  return { status, body: String(inOnePiece(body)) };
}

describe("a body that differs from earlier ones only in values", () => {
  const filled = vi.spyOn(Executor.prototype, "runFilled");
  let all = 0;
  afterAll(() => filled.mockRestore());

  it.each(ASKERS)("is answered as if none had come before, asked by $name", async (asker) => {
    const asked = fc.array(bodies, { minLength: 1, maxLength: 8, size: "max" });
    await fc.assert(
      fc.asyncProperty(content, asked, async (stored, documentsSent) => {
        const store = await storeWith(stored, asker);
        const [ask, askAlone] = [askerOf(asker, store), loneAskerOf(asker, store)];
        for (const body of documentsSent.flat()) expectAsAlone(ask, askAlone, body);
      }),
      { numRuns: RUNS, endOnFailure: true },
    );
  });

  it.each(ASKERS)("is answered so also where values have several uses, asked by $name", async (asker) => {
    const store = await storeWith(ASKED_NOTES, asker);
    const [ask, askAlone] = [askerOf(asker, store), loneAskerOf(asker, store)];
    fc.assert(
      fc.property(ownBodies, (sent) => {
        for (const body of sent) expectAsAlone(ask, askAlone, body);
      }),
      { numRuns: 8 * RUNS, endOnFailure: true },
    );
  });

  it("is often answered without being parsed", () => {
    // A request that was read has a budget already.
    const unread = filled.mock.calls.filter(([, , means]) => means === undefined);
    expect(unread.length / all).toBeGreaterThan(0.05);
  });

  function expectAsAlone(ask: Ask, askAlone: Ask, body: string): void {
    all++;
    expect(ask(body), body).toEqual(askAlone(body));
  }
});
